import type { CareerPath } from '../../shared/framework/career-path.model';
import { toInstant } from '../../shared/kernel/clock';
import type { CareerAssignment } from '../../shared/people/career-assignment.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, LongText, ResourceFields, ShortText } from '../http/types';

/**
 * @isInt must be a positive integer
 * @minimum 1 must be a positive integer
 * @maximum 30 must be at most 30
 * @example 1
 */
export type StepOrder = number;

/**
 * @isInt must be an integer from 1 to 600
 * @minimum 1 must be an integer from 1 to 600
 * @maximum 600 must be an integer from 1 to 600
 * @example 18
 */
export type Months = number;

/** One step of a career path. */
export interface CareerStepView {
  order: StepOrder;
  jobProfileId: Id;
  /**
   * Name of the job profile.
   * @example "Senior software engineer"
   */
  jobProfile: string | null;
  /** Months that an employee is expected to stay at this step. */
  minMonths: Months | null;
}

/** A career path. */
export interface CareerPathView extends ResourceFields {
  /** @example "Engineering: individual contributor" */
  name: string;
  description: string | null;
  /** By order. */
  steps: CareerStepView[];
}

export interface CareerStepInput {
  order: StepOrder;
  jobProfileId: Id;
  minMonths?: Months | null;
}

/**
 * Numbered 1, 2, 3... without gaps, in any order; each job profile once.
 * @minItems 1 must have at least one step
 * @maxItems 30 must have at most 30 steps
 */
export type CareerSteps = CareerStepInput[];

export interface CreateCareerPath extends UpdateCareerPath {
  id?: Id;
  name: ShortText;
  /** In the order in which they are taken. */
  steps: CareerSteps;
}

export interface UpdateCareerPath {
  name?: ShortText;
  description?: LongText | null;
  /** Replaces all steps. */
  steps?: CareerSteps;
}

/** An employee on a career path. */
export interface CareerAssignmentView {
  careerPathId: Id;
  /** @example "Engineering: individual contributor" */
  careerPath: string;
  employeeId: Id;
  /** @example "Ana García" */
  employee: string;
  assignedAt: Instant;
}

export function toCareerPathView(row: CareerPath, jobProfile: (id: string) => string | null): CareerPathView {
  const { name, description } = row;
  const steps = row.steps.map(({ order, jobProfileId, minMonths }) => {
    return { order, jobProfileId, jobProfile: jobProfile(jobProfileId), minMonths };
  });
  return { ...resourceFields(row), name, description, steps };
}

export function toCareerAssignmentView(
  { employeeId, assignedAt }: CareerAssignment,
  { _id, name }: Pick<CareerPath, '_id' | 'name'>,
  employee: string,
): CareerAssignmentView {
  return { careerPathId: _id, careerPath: name, employeeId, employee, assignedAt: toInstant(assignedAt) };
}
