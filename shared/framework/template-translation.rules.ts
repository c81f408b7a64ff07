import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';
import { type TemplateContent, templateItems } from './template.rules';

/** Texts of a template in another language; missing ones fall back to the template's own. */
export interface TranslatedTexts {
  name: string | null;
  description: string | null;
  /** One for each label of the scale, empty where it is missing; or an empty list. */
  labels: readonly string[];
  sections: readonly { id: string; title: string }[];
  items: readonly { id: string; text: string }[];
}

/** The translated part of a template: its content, and its name where it is shown. */
interface Translatable extends TemplateContent {
  name?: string;
}

/** Returns a template with its texts replaced by these translations, of which a later one takes precedence. */
export function translateTemplate<T extends Translatable>(
  template: T,
  translations: readonly Omit<TranslatedTexts, 'description'>[],
): T {
  if (translations.length === 0) return template;
  const titles = new Map(translations.flatMap(({ sections }) => sections.map(({ id, title }) => [id, title])));
  const texts = new Map(translations.flatMap(({ items }) => items.map(({ id, text }) => [id, text])));
  return {
    ...template,
    ...(template.name === undefined ? {} : { name: translations.findLast(({ name }) => name)?.name ?? template.name }),
    scale: { ...template.scale, labels: translateLabels(template.scale.labels, translations) },
    sections: template.sections.map((section) => ({
      ...section,
      title: titles.get(section.id) ?? section.title,
      items: section.items.map((item) => ({ ...item, text: texts.get(item.id) ?? item.text })),
    })),
  };
}

function translateLabels(
  own: readonly string[],
  translations: readonly Pick<TranslatedTexts, 'labels'>[],
): readonly string[] {
  const fitting = translations.filter(({ labels }) => labels.length === own.length);
  return own.map((label, step) => fitting.findLast(({ labels }) => labels[step])?.labels[step] ?? label);
}

export function presentTexts(template: TemplateContent, translation: TranslatedTexts): TranslatedTexts {
  const sections = new Set(template.sections.map(({ id }) => id));
  const items = new Set(templateItems(template).map(({ id }) => id));
  const { labels } = translation;
  return {
    ...translation,
    labels: labels.length === template.scale.labels.length ? labels : [],
    sections: translation.sections.filter(({ id }) => sections.has(id)),
    items: translation.items.filter(({ id }) => items.has(id)),
  };
}

/** Returns how many of a template's texts a translation has, and how many there are. */
export function translationProgress(
  template: TemplateContent & Pick<TranslatedTexts, 'description'>,
  translation: TranslatedTexts,
): { translated: number; total: number } {
  const { name, description, labels, sections, items } = presentTexts(template, translation);
  const ownLabels = template.scale.labels;
  const has = (text: string | null | undefined): number => (text ? 1 : 0);
  return {
    translated:
      has(name) +
      (template.description ? has(description) : 0) +
      ownLabels.filter((label, step) => label && labels[step]).length +
      sections.length +
      items.length,
    total:
      1 +
      has(template.description) +
      ownLabels.filter(Boolean).length +
      template.sections.length +
      templateItems(template).length,
  };
}

/** Returns the problems of a translation, with paths such as `items[2].id`. */
export function validateTranslation(
  template: TemplateContent,
  { labels = [], sections, items }: Pick<TranslatedTexts, 'sections' | 'items'> & { labels?: readonly string[] },
): FieldRefusal[] {
  const count = template.scale.labels.length;
  return [
    ...(labels.length === 0 || labels.length === count
      ? []
      : [
          {
            field: 'labels',
            ...refusal('LABELS_DO_NOT_MATCH_TEMPLATE', { count }),
          },
        ]),
    ...validateIds('sections', sections, template.sections),
    ...validateIds('items', items, templateItems(template)),
  ];
}

function validateIds(
  list: 'sections' | 'items',
  named: readonly { id: string }[],
  present: readonly { id: string }[],
): FieldRefusal[] {
  const ids = new Set(present.map(({ id }) => id));
  const seen = new Set<string>();
  return named.flatMap(({ id }, at): FieldRefusal[] => {
    const field = `${list}[${at}].id`;
    if (!ids.has(id)) return [{ field, ...refusal('NOT_IN_TEMPLATE') }];
    if (seen.has(id)) return [{ field, ...refusal('MUST_NOT_BE_REPEATED') }];
    seen.add(id);
    return [];
  });
}

/**
 * Returns the paths of the texts that differ between two translations of a template, such as `items.<id>`; null means
 * no translation.
 */
export function changedTexts(before: TranslatedTexts | null, after: TranslatedTexts | null): string[] {
  const [old, now] = [textsByPath(before), textsByPath(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
}

function textsByPath(translation: TranslatedTexts | null): Map<string, string> {
  if (translation === null) return new Map();
  const { name, description, labels, sections, items } = translation;
  const texts: [path: string, text: string | null][] = [
    ['name', name],
    ['description', description],
    ...labels.map((label, step): [string, string] => [`labels.${step}`, label]),
    ...sections.map(({ id, title }): [string, string] => [`sections.${id}`, title]),
    ...items.map(({ id, text }): [string, string] => [`items.${id}`, text]),
  ];
  return new Map(texts.flatMap(([path, text]) => (text ? [[path, text]] : [])));
}
