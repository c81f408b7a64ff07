/** Returns a BCP 47 language tag in its canonical spelling (`ES-mx` becomes `es-MX`); null when it is invalid. */
export function canonicalLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the languages that a reader of this language tag understands, the best match last: `es`, `es-MX`. */
export function languagesOf(tag: string): string[] {
  const locale = canonicalLocale(tag);
  return locale === null ? [] : [...new Set([new Intl.Locale(locale).language, locale])];
}
