/** Languages that the rendered files speak; everything else falls back to English. */
export type Locale = 'en' | 'es';

/** The language of a tenant's or user's locale such as `es-MX`. */
export function toLocale(locale: string | null | undefined): Locale {
  return /^es(?![a-z])/i.test(locale ?? '') ? 'es' : 'en';
}
