/** A BCP 47 language tag in its canonical spelling (`ES-mx` is `es-MX`); null when it is none. */
export function canonicalLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** The languages in which a reader of this language tag understands a text, the best one last: `es`, `es-MX`. */
export function languagesOf(tag: string): string[] {
  const locale = canonicalLocale(tag);
  return locale === null ? [] : [...new Set([new Intl.Locale(locale).language, locale])];
}
