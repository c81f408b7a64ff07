import type { CompetencyLevel } from '../../shared/framework/competency.model';
import type { EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import { levelsOnScale } from '../../shared/framework/level.rules';
import { ItemType, type RatingScale, requirementIdOf, type TemplateItem } from '../../shared/framework/template.rules';
import { resourceFields } from '../http/resource-fields';
import type { Id, LongText, ResourceFields, ShortText } from '../http/types';

/** The steps of ratings: whole numbers from min to max, with one label per step or none. */
export interface ScaleView {
  /** @example 1 */
  min: number;
  /** @example 5 */
  max: number;
  labels: string[];
}

/** What a step of the scale means for the competency or skill of an item. */
export interface FormLevel {
  /** @example 3 */
  score: number;
  /** @example "Solid" */
  label: string;
  /** @example "Plans the work of a team." */
  descriptor: string;
}

/** An item of a template. */
export interface TemplateItemView {
  id: Id;
  /** @example "Communicates clearly and listens." */
  text: string;
  type: ItemType;
  competencyId: Id | null;
  skillId: Id | null;
  /** Name of the competency or skill. */
  requirement: string | null;
  weight: number;
  required: boolean;
  allowNotApplicable: boolean;
  /** Evaluator types that answer the item; empty means all. */
  evaluatorTypes: EvaluatorType[];
  /** Counts toward the potential of the nine-box instead of the score. */
  measuresPotential: boolean;
  /**
   * What each step of the scale means for evaluators; omitted in lists, and unless the competency or skill has as many
   * levels as the scale has steps.
   */
  levels?: FormLevel[];
}

export interface TemplateSectionView {
  id: Id;
  title: string;
  /**
   * True when items whose competency or skill the subject's job profile does not require are omitted from the form;
   * otherwise omitted.
   */
  onlyRequired?: boolean;
  items: TemplateItemView[];
}

/** An evaluation template. */
export interface EvaluationTemplateView extends ResourceFields {
  /** @example "Annual 360° review" */
  name: string;
  description: string | null;
  /** @example 1 */
  version: number;
  previousVersionId: Id | null;
  /** Whether it is the newest version of its line. */
  isCurrent: boolean;
  /** Whether a generated cycle uses it. Its scale and sections can then no longer change. */
  isFrozen: boolean;
  scale: ScaleView;
  sections: TemplateSectionView[];
}

/** @maxLength 100 must have at most 100 characters */
export type ScaleLabel = string;

export interface ScaleInput {
  min: number;
  max: number;
  /** @maxItems 101 must have one label per step, or none */
  labels?: ScaleLabel[];
}

/**
 * Text of an item: 1 to 2,000 characters.
 * @minLength 1 must not be empty
 * @maxLength 2000 must have at most 2000 characters
 * @pattern \S must not be blank
 */
export type QuestionText = string;

/** An item. It can be mapped to one competency or to one skill. */
export interface TemplateItemInput {
  id?: Id;
  text: QuestionText;
  /** Defaults to Rating. */
  type?: ItemType;
  competencyId?: Id | null;
  skillId?: Id | null;
  /** Weight among the Rating items; defaults to 1. */
  weight?: number;
  /** Defaults to true for Rating items and to false for Text items. */
  required?: boolean;
  /** Defaults to false. */
  allowNotApplicable?: boolean;
  /**
   * Evaluator types that answer the item; empty or omitted means all.
   * @maxItems 5 must name each evaluator type once
   */
  evaluatorTypes?: EvaluatorType[];
  /** Defaults to false. */
  measuresPotential?: boolean;
}

export interface TemplateSectionInput {
  id?: Id;
  title: ShortText;
  /**
   * Omits the items whose competency or skill the subject's job profile does not require: they are neither shown nor
   * counted. Items without a competency or skill are kept. Defaults to false.
   */
  onlyRequired?: boolean;
  /** @maxItems 200 must have at most 200 items */
  items: TemplateItemInput[];
}

/** @maxItems 50 must have at most 50 sections */
export type TemplateSections = TemplateSectionInput[];

export interface CreateEvaluationTemplate extends UpdateEvaluationTemplate {
  id?: Id;
  name: ShortText;
  /** Defaults to 1 to 5 without labels. */
  scale?: ScaleInput;
  /** At most 200 items in total, at least one of them a Rating item that counts toward the score. */
  sections: TemplateSections;
}

export interface TemplateFromCompetencies {
  name: ShortText;
  /**
   * One rated item is made for each of them.
   * @minItems 1 must name at least one
   * @maxItems 200 must have at most 200 entries
   */
  competencyIds: Id[];
  /**
   * Evaluator types that answer the items; empty or omitted means all.
   * @maxItems 5 must name each evaluator type once
   */
  evaluatorTypes?: EvaluatorType[];
}

export interface UpdateEvaluationTemplate {
  name?: ShortText;
  description?: LongText | null;
  /** Replaces the scale. */
  scale?: ScaleInput;
  /** Replaces all sections; send ids to keep them. */
  sections?: TemplateSections;
}

export function toEvaluationTemplateView(
  row: EvaluationTemplate,
  requirementName: (id: string | null) => string | null,
  levelsOf: LevelsOf = () => [],
): EvaluationTemplateView {
  const { name, description, version, previousVersionId, isCurrent, scale } = row;
  return {
    ...resourceFields(row),
    name,
    description,
    version,
    previousVersionId,
    isCurrent,
    isFrozen: row.frozenAt !== null,
    scale: { min: scale.min, max: scale.max, labels: [...scale.labels] },
    sections: row.sections.map(({ id, title, onlyRequired, items }) => ({
      id,
      title,
      ...(onlyRequired ? { onlyRequired } : {}),
      items: items.map((item) => ({
        id: item.id,
        text: item.text,
        type: item.type,
        competencyId: item.competencyId,
        skillId: item.skillId,
        requirement: requirementName(requirementIdOf(item)),
        weight: item.weight,
        required: item.required,
        allowNotApplicable: item.allowNotApplicable,
        evaluatorTypes: [...item.evaluatorTypes],
        measuresPotential: item.measuresPotential,
        ...itemLevels(item, scale, levelsOf),
      })),
    })),
  };
}

/** Returns the levels of a competency or skill by its id. */
export type LevelsOf = (id: string | null) => readonly CompetencyLevel[];

/** Returns the levels that an item shows: none unless they fit the scale. */
export function itemLevels(
  item: Pick<TemplateItem, 'type' | 'competencyId' | 'skillId'>,
  scale: RatingScale,
  levelsOf: LevelsOf,
): { levels?: FormLevel[] } {
  const levels = item.type === ItemType.Rating ? levelsOnScale(levelsOf(requirementIdOf(item)), scale) : null;
  return levels === null ? {} : { levels };
}
