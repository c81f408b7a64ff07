import type { FieldError } from '../../../shared/kernel/errors';
import { canonicalLocale } from '../../../shared/kernel/locale.rules';

/** Host labels below BASE_DOMAIN that the service uses or may use; no organization can have them as its slug. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'cdn',
  'docs',
  'health',
  'help',
  'internal',
  'localhost',
  'login',
  'mail',
  'metrics',
  'platform',
  'public',
  'root',
  'smtp',
  'static',
  'status',
  'support',
  'swagger',
  'system',
  'www',
]);

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the problems of a slug: must be a lower-case DNS label that is not reserved. */
export function validateSlug(slug: string): FieldError[] {
  if (!DNS_LABEL.test(slug))
    return [{ field: 'slug', message: 'must be 1 to 63 lower-case letters, digits or inner hyphens' }];
  return RESERVED_SLUGS.has(slug) ? [{ field: 'slug', message: 'is reserved' }] : [];
}

/** Returns the problems of a locale (a language tag such as `es-MX`) and an IANA time zone; undefined is valid. */
export function validateRegion({ locale, timezone }: { locale?: string; timezone?: string }): FieldError[] {
  return [
    ...(locale !== undefined && canonicalLocale(locale) === null
      ? [{ field: 'locale', message: 'must be a language tag such as es-MX' }]
      : []),
    ...(timezone !== undefined && !isTimezone(timezone)
      ? [{ field: 'timezone', message: 'must be an IANA time zone such as Europe/Madrid' }]
      : []),
  ];
}

function isTimezone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false; // offsets such as +02:00 have no daylight saving time
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
