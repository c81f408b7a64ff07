import { LANGUAGES } from './load-texts';

/** Each language is named in itself, as people look for it. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Español' } as const;

/** The languages to choose from; a tag such as es-MX, which an import or the API may have set, stays a choice of its own. */
export function languageChoices(present: string | null): { value: string; text: string }[] {
  const tags: string[] = [...LANGUAGES];
  if (present !== null && !tags.includes(present)) tags.push(present);
  return tags.map((tag) => ({
    value: tag,
    text: tag in LANGUAGE_NAMES ? LANGUAGE_NAMES[tag as keyof typeof LANGUAGE_NAMES] : tag,
  }));
}
