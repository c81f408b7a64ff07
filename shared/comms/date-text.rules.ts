import { dateTag } from '../kernel/date-tag';
import type { Language } from './notification-texts.rules';

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A calendar date `yyyy-mm-dd` as a reader of the language in the time zone writes it, such as "15 December 2026" in Madrid. Other
 * texts stay as they are.
 */
export function dateText(date: string, language: Language, timezone: string): string {
  if (!CALENDAR_DATE.test(date)) return date;
  return new Intl.DateTimeFormat(dateTag(language, timezone), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** An instant in ISO 8601 as a reader of the language writes it, with its zone, such as "December 15, 2026 at 9:30:00 AM UTC". */
export function momentText(instant: string, language: Language, timezone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'long', timeZone: timezone } as const;
  const format = new Intl.DateTimeFormat(dateTag(language, timezone), style);
  return format.format(new Date(instant));
}
