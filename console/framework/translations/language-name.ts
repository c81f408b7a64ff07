import { useLocale } from 'use-intl';
import { canonicalLocale } from '../../../shared/kernel/locale.rules';

/** What a language tag is called inside a sentence of the user's language: `es-MX` is "Mexican Spanish"; null where no name is known. */
export function useLanguageName(): (tag: string) => string | null {
  const names = new Intl.DisplayNames([useLocale()], { type: 'language', fallback: 'none' });
  return (tag) => (canonicalLocale(tag) === null ? null : (names.of(tag) ?? null));
}
