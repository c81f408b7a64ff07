import type { EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import type { TemplateTranslation } from '../../shared/framework/template-translation.model';
import {
  presentTexts,
  type TranslatedTexts,
  translationProgress,
} from '../../shared/framework/template-translation.rules';
import { resourceFields } from '../http/resource-fields';
import type { Id, LongText, ResourceFields, ShortText } from '../http/types';
import type { LocaleTag } from '../platform/tenants/tenants.dto';
import type { QuestionText, ScaleLabel } from './evaluation-templates.dto';

/** A language that a template is translated into, and how much of it is. */
export interface TemplateTranslationRow extends ResourceFields {
  /** The language tag in its canonical spelling. */
  locale: LocaleTag;
  /**
   * How many texts are translated: name, description, labels of the scale, titles of sections and texts of items.
   * @example 12
   */
  translated: number;
  /**
   * How many texts the template has.
   * @example 14
   */
  total: number;
}

export interface SectionTranslation {
  id: Id;
  title: ShortText;
}

export interface ItemTranslation {
  id: Id;
  text: QuestionText;
}

/** The texts of a template in one language; what is missing is shown in the template’s own. */
export interface TemplateTranslationView extends TemplateTranslationRow {
  name: string | null;
  description: string | null;
  /** One for each label of the scale, empty where it is missing; or none. */
  labels: string[];
  /** The sections whose title is translated. */
  sections: SectionTranslation[];
  /** The items whose text is translated. */
  items: ItemTranslation[];
}

export interface SaveTemplateTranslation {
  name?: ShortText | null;
  description?: LongText | null;
  /**
   * One for each label of the template’s scale, empty where it is missing. An empty list or null clears all.
   * @maxItems 101 must have one label per step, or none
   */
  labels?: ScaleLabel[] | null;
  /**
   * Replaces the titles of all sections; sections that are left out are shown in the template’s own language.
   * @maxItems 50 must have at most 50 sections
   */
  sections: SectionTranslation[];
  /**
   * Replaces the texts of all items; items that are left out are shown in the template’s own language.
   * @maxItems 200 must have at most 200 items
   */
  items: ItemTranslation[];
}

export function toTemplateTranslationRow(
  template: EvaluationTemplate,
  row: TemplateTranslation,
): TemplateTranslationRow {
  return { ...resourceFields(row), locale: row.locale, ...translationProgress(template, row) };
}

/** A translation with its texts, as far as the template still has what they translate. */
export function toTemplateTranslationView(
  template: EvaluationTemplate,
  row: TemplateTranslation,
): TemplateTranslationView {
  const { name, description, labels, sections, items }: TranslatedTexts = presentTexts(template, row);
  return {
    ...toTemplateTranslationRow(template, row),
    name,
    description,
    labels: [...labels],
    sections: sections.map(({ id, title }) => ({ id, title })),
    items: items.map(({ id, text }) => ({ id, text })),
  };
}
