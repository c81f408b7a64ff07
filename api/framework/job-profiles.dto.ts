import type { JobProfile } from '../../shared/framework/job-profile.model';
import { resourceFields } from '../http/resource-fields';
import type { Code, Id, LongText, ResourceFields, ShortText } from '../http/types';

/** A requirement: a level of one competency or of one skill. */
export interface RequirementView {
  id: Id;
  competencyId: Id | null;
  skillId: Id | null;
  /** Name of the competency or skill. */
  requirement: string | null;
  /** @example 4 */
  requiredLevel: number;
  isCritical: boolean;
}

/** A job profile. */
export interface JobProfileView extends ResourceFields {
  /** @example "SWE" */
  code: string | null;
  /** @example "Software engineer" */
  name: string;
  description: string | null;
  departmentId: Id | null;
  /** Name of the department. */
  department: string | null;
  /** @example 1 */
  version: number;
  previousVersionId: Id | null;
  /** Whether it is the newest version of its line. */
  isCurrent: boolean;
  requirements: RequirementView[];
}

/**
 * @isInt must be an integer from 1 to 5
 * @minimum 1 must be an integer from 1 to 5
 * @maximum 5 must be an integer from 1 to 5
 */
export type RequiredLevel = number;

/** Names a competency or a skill, not both. */
export interface RequirementInput {
  id?: Id;
  competencyId?: Id | null;
  skillId?: Id | null;
  requiredLevel: RequiredLevel;
  /** Defaults to false. */
  isCritical?: boolean;
}

/** @maxItems 200 must have at most 200 requirements */
export type Requirements = RequirementInput[];

export interface CreateJobProfile extends UpdateJobProfile {
  id?: Id;
  name: ShortText;
  /** Defaults to none. */
  requirements?: Requirements;
}

export interface UpdateJobProfile {
  code?: Code | null;
  name?: ShortText;
  description?: LongText | null;
  departmentId?: Id | null;
  /** Replaces all requirements. A requirement without an id keeps the id of the stored one for the same competency or skill. */
  requirements?: Requirements;
}

/** Names of the rows that a profile references. */
export interface JobProfileNames {
  department(id: string | null): string | null;
  requirement(id: string | null): string | null;
}

export function toJobProfileView(row: JobProfile, names: JobProfileNames): JobProfileView {
  const { code, name, description, departmentId, version, previousVersionId, isCurrent } = row;
  return {
    ...resourceFields(row),
    code,
    name,
    description,
    departmentId,
    department: names.department(departmentId),
    version,
    previousVersionId,
    isCurrent,
    requirements: row.requirements.map(({ id, competencyId, skillId, requiredLevel, isCritical }) => {
      const requirement = names.requirement(competencyId ?? skillId);
      return { id, competencyId, skillId, requirement, requiredLevel, isCritical };
    }),
  };
}
