import type { Competency, CompetencyLevel } from '../../shared/framework/competency.model';
import { orderedLevels } from '../../shared/framework/level.rules';
import { resourceFields } from '../http/resource-fields';
import type { Code, Id, LongText, ResourceFields, ShortText } from '../http/types';

/** A level with the behavior that shows it. */
export interface LevelView {
  /** @example 3 */
  level: number;
  /** @example "Proficient" */
  label: string;
  /** @example "Plans their own work and that of others for weeks ahead." */
  descriptor: string;
}

/** A competency. */
export interface CompetencyView extends ResourceFields {
  /** @example "LEA-01" */
  code: string | null;
  /** @example "Strategic thinking" */
  name: string;
  description: string | null;
  categoryId: Id | null;
  /** Name of the category. */
  category: string | null;
  /** The described levels, lowest first. */
  levels: LevelView[];
}

/**
 * @isInt must be an integer from 1 to 5
 * @minimum 1 must be an integer from 1 to 5
 * @maximum 5 must be an integer from 1 to 5
 */
export type CompetencyLevelNumber = number;

/** @maxLength 100 must have at most 100 characters */
export type LevelLabel = string;

/** @maxLength 1000 must have at most 1000 characters */
export type LevelDescriptor = string;

export interface CompetencyLevelInput {
  level: CompetencyLevelNumber;
  label?: LevelLabel;
  descriptor?: LevelDescriptor;
}

/** @maxItems 5 must have at most 5 levels */
export type CompetencyLevels = CompetencyLevelInput[];

export interface CreateCompetency extends UpdateCompetency {
  id?: Id;
  name: ShortText;
}

export interface UpdateCompetency {
  code?: Code | null;
  name?: ShortText;
  description?: LongText | null;
  categoryId?: Id | null;
  levels?: CompetencyLevels;
}

export function toCompetencyView(row: Competency, categoryName: (id: string | null) => string | null): CompetencyView {
  const { code, name, description, categoryId } = row;
  const levels = orderedLevels(row.levels).map(toLevelView);
  return { ...resourceFields(row), code, name, description, categoryId, category: categoryName(categoryId), levels };
}

export function toLevelView({ level, label, descriptor }: CompetencyLevel): LevelView {
  return { level, label, descriptor };
}
