import { orderedLevels } from '../../shared/framework/level.rules';
import type { Skill, SkillFramework } from '../../shared/framework/skill-framework.model';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { resourceFields } from '../http/resource-fields';
import type { Code, Id, LongText, ResourceFields, ShortText } from '../http/types';
import { type LevelDescriptor, type LevelLabel, type LevelView, toLevelView } from './competencies.dto';

/** Who can read a framework: every organization, or the one that it belongs to. */
export enum FrameworkScope {
  Global = 'Global',
  Tenant = 'Tenant',
}

export interface SkillView {
  id: Id;
  /** @example "PROG" */
  code: string | null;
  /** @example "Programming" */
  name: string;
  /** @example "Development" */
  category: string | null;
  description: string | null;
  levels: LevelView[];
}

/** A row of the list of skill frameworks. */
export interface SkillFrameworkRow extends ResourceFields {
  /** @example "SFIA" */
  name: string;
  /**
   * Version given by the publisher.
   * @example "9"
   */
  version: string;
  scope: FrameworkScope;
  /** @example 147 */
  skillCount: number;
}

/** A skill framework with its skills. */
export interface SkillFrameworkView extends SkillFrameworkRow {
  skills: SkillView[];
}

/**
 * @isInt must be an integer from 0 to 10
 * @minimum 0 must be an integer from 0 to 10
 * @maximum 10 must be an integer from 0 to 10
 */
export type SkillLevelNumber = number;

export interface SkillLevelInput {
  level: SkillLevelNumber;
  label?: LevelLabel;
  descriptor?: LevelDescriptor;
}

/** @maxItems 11 must have at most 11 levels */
export type SkillLevels = SkillLevelInput[];

export interface SkillInput {
  /** If omitted, the skill updates the stored one with the same code (or, without a code, the same name), otherwise it is new. */
  id?: Id;
  code?: Code | null;
  name: ShortText;
  category?: ShortText | null;
  description?: LongText | null;
  levels?: SkillLevels;
}

/** @maxItems 5000 must have at most 5000 skills */
export type Skills = SkillInput[];

/**
 * @minLength 1 must not be empty
 * @maxLength 50 must have at most 50 characters
 * @pattern ^(?=.*\S)[^\x00-\x1f\x7f\u0085\u2028\u2029]+$ must be one line that is not blank
 */
export type FrameworkVersion = string;

export interface CreateSkillFramework extends UpdateSkillFramework {
  id?: Id;
  name: ShortText;
  /** Defaults to "1". */
  version?: FrameworkVersion;
  /** Defaults to Global for a SystemAdmin who does not name an organization, otherwise to Tenant. */
  scope?: FrameworkScope;
  /** Defaults to none. */
  skills?: Skills;
}

export interface UpdateSkillFramework {
  name?: ShortText;
  version?: FrameworkVersion;
  /** Replaces all skills. */
  skills?: Skills;
}

/** A skill framework in the generic format. */
export interface ImportSkillFramework {
  /** The id of the framework if it is new. */
  id?: Id;
  name: ShortText;
  /** Defaults to "1". */
  version?: FrameworkVersion;
  /** Defaults to Global for a SystemAdmin who does not name an organization, otherwise to Tenant. */
  scope?: FrameworkScope;
  skills: Skills;
}

export function toSkillFrameworkRow(row: Omit<SkillFramework, 'skills'> & { skillCount: number }): SkillFrameworkRow {
  const { name, version, skillCount, tenantId } = row;
  const scope = tenantId === PLATFORM_SCOPE ? FrameworkScope.Global : FrameworkScope.Tenant;
  return { ...resourceFields(row), name, version, scope, skillCount };
}

export function toSkillFrameworkView(row: SkillFramework): SkillFrameworkView {
  return { ...toSkillFrameworkRow({ ...row, skillCount: row.skills.length }), skills: row.skills.map(toSkillView) };
}

function toSkillView({ id, code, name, category, description, levels }: Skill): SkillView {
  return { id, code, name, category, description, levels: orderedLevels(levels).map(toLevelView) };
}
