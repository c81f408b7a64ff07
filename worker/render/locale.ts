/** Languages of rendered files; every other one falls back to English. */
export type Locale = 'en' | 'es';

/** Returns the language of a tenant's or user's locale such as `es-MX`. */
export function toLocale(locale: string | null | undefined): Locale {
  return /^es(?![a-z])/i.test(locale ?? '') ? 'es' : 'en';
}
