import { canonicalLocale } from '../../../shared/kernel/locale.rules';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';

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
export function validateSlug(slug: string): FieldRefusal[] {
  if (!DNS_LABEL.test(slug)) return [{ field: 'slug', ...refusal('NOT_A_SLUG') }];
  return RESERVED_SLUGS.has(slug) ? [{ field: 'slug', ...refusal('RESERVED') }] : [];
}

/** Returns the problems of a locale (a language tag such as `es-MX`) and an IANA time zone; undefined is valid. */
export function validateRegion({ locale, timezone }: { locale?: string; timezone?: string }): FieldRefusal[] {
  return [
    ...(locale !== undefined && canonicalLocale(locale) === null
      ? [{ field: 'locale', ...refusal('NOT_A_LANGUAGE') }]
      : []),
    ...(timezone !== undefined && !isTimezone(timezone) ? [{ field: 'timezone', ...refusal('NOT_A_TIME_ZONE') }] : []),
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
