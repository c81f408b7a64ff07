import type { Messages } from 'use-intl';
import type { Area } from '../app/route';

/** The languages of the console; the first is shown to everybody else. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

type TextFile = { default: Partial<Messages> };

const files = import.meta.glob<TextFile>(['./*.json', '../*/texts/*.json']);
const loaded = new Map<string, Promise<Partial<Messages>>>();
/** Cached until the user tries again: a render that asked again by itself would never end. */
const failed = new Set<string>();

/** The texts of one language: those of an area or of imports, or without one those that every page needs. The promise is cached. */
export function loadTexts(language: Language, area?: Area | 'imports'): Promise<Partial<Messages>> {
  const path = area === undefined ? `./${language}.json` : `../${area}/texts/${language}.json`;
  const pending = loaded.get(path);
  if (pending) return pending;
  const load = files[path];
  if (!load) throw new Error(`There is no text file ${path}.`);
  const texts = load().then((file) => file.default);
  loaded.set(path, texts);
  texts.catch(() => failed.add(path));
  return texts;
}

/** Lets the next render load what could not be loaded. */
export function retryTexts(): void {
  for (const path of failed) loaded.delete(path);
  failed.clear();
}

/** The language of the console that comes nearest to a tag such as `es-MX`. */
export function nearestLanguage(tag: string): Language {
  const [first] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === first) ?? LANGUAGES[0];
}
