import type { components } from '../../../build/openapi/internal';
import type { Template } from '../template/template-content';

export type Translation = components['schemas']['TemplateTranslationView'];
type TranslationBody = components['schemas']['SaveTemplateTranslation'];

/** The values of the editor's form: the translated texts by what they translate, empty where they are missing. */
export interface TranslationValues {
  name: string;
  description: string;
  /** By `labelKey`. */
  labels: Record<string, string>;
  sections: Record<string, string>;
  items: Record<string, string>;
}

/** Names the label of a step in the values; a number alone would be taken for a place in a list. */
export const labelKey = (at: number): string => `at${at}`;

const itemsOf = ({ sections }: Template): Template['sections'][number]['items'] =>
  sections.flatMap(({ items }) => items);

/** What the form shows of a translation. */
export function valuesOf(template: Template, translation: Translation): TranslationValues {
  const titles = new Map(translation.sections.map(({ id, title }) => [id, title]));
  const texts = new Map(translation.items.map(({ id, text }) => [id, text]));
  return {
    name: translation.name ?? '',
    description: translation.description ?? '',
    labels: Object.fromEntries(template.scale.labels.map((_, at) => [labelKey(at), translation.labels[at] ?? ''])),
    sections: Object.fromEntries(template.sections.map(({ id }) => [id, titles.get(id) ?? ''])),
    items: Object.fromEntries(itemsOf(template).map(({ id }) => [id, texts.get(id) ?? ''])),
  };
}

/** What is sent: texts that are missing are left out. */
export function bodyOf(template: Template, typed: TranslationValues): TranslationBody {
  const { name, description, labels, sections, items } = typed;
  return {
    name: name.trim() || null,
    description: description.trim() || null,
    labels: template.scale.labels.map((_, at) => labels[labelKey(at)] ?? ''),
    sections: template.sections.flatMap(({ id }) => (isFilled(sections[id]) ? [{ id, title: sections[id] }] : [])),
    items: itemsOf(template).flatMap(({ id }) => (isFilled(items[id]) ? [{ id, text: items[id] }] : [])),
  };
}

/** How many texts are filled in, and of how many: texts that the template does not have need none. */
export function progressOf(template: Template, values: TranslationValues): { translated: number; total: number } {
  const { scale, description, sections } = template;
  const needed = [
    values.name,
    ...(description ? [values.description] : []),
    ...scale.labels.flatMap((label, at) => (label === '' ? [] : [values.labels[labelKey(at)]])),
    ...sections.map(({ id }) => values.sections[id]),
    ...itemsOf(template).map(({ id }) => values.items[id]),
  ];
  return { translated: needed.filter(isFilled).length, total: needed.length };
}

/** Whether a text says something. */
export function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
