import {
  DEFAULT_SCALE,
  ItemType,
  type RatingScale,
  type TemplateItem,
  type TemplateSection,
} from '../../shared/framework/template.rules';
import { newId } from '../../shared/kernel/ids';
import type { ScaleInput, TemplateItemInput, TemplateSectionInput } from './evaluation-templates.dto';

/** Returns the scale of a body with its defaults. */
export function toScale(input: ScaleInput | undefined): RatingScale {
  return input ? { min: input.min, max: input.max, labels: input.labels ?? [] } : DEFAULT_SCALE;
}

/** Returns the sections of a body with their defaults, and new ids where omitted. */
export function toSections(input: readonly TemplateSectionInput[]): TemplateSection[] {
  return input.map(({ id, title, onlyRequired, items }) => ({
    id: id ?? newId(),
    title: title.trim(),
    ...(onlyRequired ? { onlyRequired } : {}),
    items: items.map(toItem),
  }));
}

function toItem({ type = ItemType.Rating, ...item }: TemplateItemInput): TemplateItem {
  return {
    id: item.id ?? newId(),
    text: item.text.trim(),
    type,
    competencyId: item.competencyId ?? null,
    skillId: item.skillId ?? null,
    weight: item.weight ?? 1,
    required: item.required ?? type === ItemType.Rating,
    allowNotApplicable: item.allowNotApplicable ?? false,
    evaluatorTypes: item.evaluatorTypes ?? [],
    measuresPotential: item.measuresPotential ?? false,
  };
}
