import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';
import { type EvaluatorType } from './evaluator-type';
import type { Requirement } from './requirement';

/** Whether an item is answered with a rating or with text. */
export enum ItemType {
  Rating = 'Rating',
  Text = 'Text',
}

/** Rating scale of a template: whole steps from min to max, with one label per step or none. */
export interface RatingScale {
  min: number;
  max: number;
  labels: readonly string[];
}

/** One question of a template; it may be mapped to one competency or one skill. */
export interface TemplateItem {
  id: string;
  text: string;
  type: ItemType;
  competencyId: string | null;
  skillId: string | null;
  weight: number;
  required: boolean;
  allowNotApplicable: boolean;
  /** The evaluator types that get the item; empty means all. */
  evaluatorTypes: readonly EvaluatorType[];
  /** Feeds the potential of the nine-box and not the score. */
  measuresPotential: boolean;
}

/** A titled group of items. */
export interface TemplateSection {
  id: string;
  title: string;
  /** Omits items whose competency or skill is not a requirement of the subject. */
  onlyRequired?: boolean;
  items: readonly TemplateItem[];
}

/** The content of an evaluation template: what scores, forms and reports read. */
export interface TemplateContent {
  scale: RatingScale;
  sections: readonly TemplateSection[];
}

export const DEFAULT_SCALE: RatingScale = { min: 1, max: 5, labels: [] };

/** Largest value of a scale and largest weight of an item; larger values are almost certainly typos. */
const MAX_SCALE = 100;
const MAX_ITEM_WEIGHT = 1000;

export function templateItems(content: Pick<TemplateContent, 'sections'>): TemplateItem[] {
  return content.sections.flatMap((section) => [...section.items]);
}

export function itemAppliesTo(item: Pick<TemplateItem, 'evaluatorTypes'>, evaluatorType: EvaluatorType): boolean {
  return item.evaluatorTypes.length === 0 || item.evaluatorTypes.includes(evaluatorType);
}

/** True when a section may omit items, so that the content depends on the subject's requirements. */
export function dependsOnRequirements({ sections }: Pick<TemplateContent, 'sections'>): boolean {
  return sections.some(({ onlyRequired = false }) => onlyRequired);
}

/**
 * Returns the content for a subject with these requirements; sections without items are omitted. Items without a
 * competency or skill are always included.
 */
export function contentForRequirements<T extends Pick<TemplateContent, 'sections'>>(
  content: T,
  requirements: readonly Pick<Requirement, 'requirementId'>[],
): T {
  if (!dependsOnRequirements(content)) return content;
  const required = new Set<string | null>(requirements.map(({ requirementId }) => requirementId)).add(null);
  const sections = content.sections.flatMap((section) => {
    if (!section.onlyRequired) return [section];
    const items = section.items.filter((item) => required.has(requirementIdOf(item)));
    return items.length > 0 ? [{ ...section, items }] : [];
  });
  return { ...content, sections };
}

/** Returns the content without items that measure potential, which only HR reads; sections without items are omitted. */
export function withoutPotential(content: TemplateContent): TemplateContent {
  const sections = content.sections.flatMap((section) => {
    const items = section.items.filter(({ measuresPotential }) => !measuresPotential);
    return items.length > 0 ? [{ ...section, items }] : [];
  });
  return { ...content, sections };
}

/**
 * Returns the competencies and skills of which a subject needs at least one as a requirement to get a scored item; null
 * when every subject gets one.
 */
export function requirementsForScore({ sections }: Pick<TemplateContent, 'sections'>): string[] | null {
  const ids = new Set<string>();
  for (const { onlyRequired = false, items } of sections) {
    for (const item of items.filter(feedsScore)) {
      const id = onlyRequired ? requirementIdOf(item) : null;
      if (id === null) return null;
      ids.add(id);
    }
  }
  return [...ids];
}

/** True when the item's ratings feed the performance score. */
export function feedsScore(item: Pick<TemplateItem, 'type' | 'measuresPotential'>): boolean {
  return item.type === ItemType.Rating && !item.measuresPotential;
}

/** True when the item's ratings feed the potential of the nine-box. */
export function feedsPotential(item: Pick<TemplateItem, 'type' | 'measuresPotential'>): boolean {
  return item.type === ItemType.Rating && item.measuresPotential;
}

/** Returns the id of the competency or skill of an item or requirement; null when it has neither. */
export function requirementIdOf(mapped: { competencyId: string | null; skillId: string | null }): string | null {
  return mapped.competencyId ?? mapped.skillId;
}

/** Returns the problems of a template's content, with paths such as `sections[0].items[2].weight`. */
export function validateTemplate(content: TemplateContent): FieldRefusal[] {
  const problems = validateScale(content.scale);
  const seen = new Set<string>();
  const checkId = (id: string, field: string) => {
    if (seen.has(id)) problems.push({ field, ...refusal('MUST_BE_UNIQUE_IN_TEMPLATE') });
    seen.add(id);
  };
  content.sections.forEach((section, sectionAt) => {
    checkId(section.id, `sections[${sectionAt}].id`);
    section.items.forEach((item, itemAt) => {
      const path = `sections[${sectionAt}].items[${itemAt}]`;
      checkId(item.id, `${path}.id`);
      problems.push(...validateItem(item, path));
    });
  });
  if (!templateItems(content).some(feedsScore)) {
    problems.push({
      field: 'sections',
      ...refusal('NO_RATING_OF_PERFORMANCE'),
    });
  }
  return problems;
}

function validateScale(scale: RatingScale): FieldRefusal[] {
  const problems: FieldRefusal[] = [];
  const isStep = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_SCALE;
  if (!isStep(scale.min))
    problems.push({ field: 'scale.min', ...refusal('NOT_AN_INTEGER_IN_RANGE', { min: 0, max: MAX_SCALE - 1 }) });
  if (!isStep(scale.max))
    problems.push({ field: 'scale.max', ...refusal('NOT_AN_INTEGER_IN_RANGE', { min: 1, max: MAX_SCALE }) });
  if (problems.length > 0) return problems;
  if (scale.min >= scale.max) return [{ field: 'scale.max', ...refusal('MUST_BE_GREATER_THAN_SCALE_MIN') }];
  const steps = scale.max - scale.min + 1;
  if (scale.labels.length !== 0 && scale.labels.length !== steps) {
    problems.push({ field: 'scale.labels', ...refusal('LABELS_DO_NOT_MATCH', { steps }) });
  }
  return problems;
}

function validateItem(item: TemplateItem, path: string): FieldRefusal[] {
  const problems: FieldRefusal[] = [];
  const isRating = item.type === ItemType.Rating;
  if (item.text.trim() === '') problems.push({ field: `${path}.text`, ...refusal('MUST_NOT_BE_EMPTY') });
  // A rating of weight 0 would be answered and ignored; a text has no score, so its weight may be 0.
  const inRange = Number.isFinite(item.weight) && item.weight >= 0 && item.weight <= MAX_ITEM_WEIGHT;
  if (!inRange || (isRating && item.weight === 0)) {
    const range = isRating
      ? refusal('NOT_ABOVE_AND_AT_MOST', { max: MAX_ITEM_WEIGHT })
      : refusal('NOT_IN_RANGE', { min: 0, max: MAX_ITEM_WEIGHT });
    problems.push({ field: `${path}.weight`, ...range });
  }
  if (!isRating && item.measuresPotential) {
    problems.push({ field: `${path}.measuresPotential`, ...refusal('ONLY_FOR_RATING') });
  }
  if (item.competencyId !== null && item.skillId !== null) {
    problems.push({ field: `${path}.skillId`, ...refusal('MUST_BE_OMITTED_WHEN_COMPETENCY_ID_SET') });
  }
  if (new Set(item.evaluatorTypes).size !== item.evaluatorTypes.length) {
    problems.push({ field: `${path}.evaluatorTypes`, ...refusal('MUST_NAME_EACH_EVALUATOR_TYPE_ONCE') });
  }
  return problems;
}
