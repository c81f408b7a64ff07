import type { CompetencyCategory } from '../../shared/framework/competency-category.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, LongText, ResourceFields, ShortText } from '../http/types';

/** A group of competencies. */
export interface CompetencyCategoryView extends ResourceFields {
  /** @example "Leadership" */
  name: string;
  description: string | null;
  /**
   * Position in lists, lowest first.
   * @example 1
   */
  order: number;
}

/**
 * @isInt must be an integer
 * @minimum 0 must be from 0 to 100000
 * @maximum 100000 must be from 0 to 100000
 */
export type ListOrder = number;

export interface CreateCompetencyCategory extends UpdateCompetencyCategory {
  id?: Id;
  name: ShortText;
  /** Defaults to 0. */
  order?: ListOrder;
}

export interface UpdateCompetencyCategory {
  name?: ShortText;
  description?: LongText | null;
  order?: ListOrder;
}

export function toCompetencyCategoryView(row: CompetencyCategory): CompetencyCategoryView {
  const { name, description, order } = row;
  return { ...resourceFields(row), name, description, order };
}
