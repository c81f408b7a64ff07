import type { Language } from './notification-texts.rules';

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date `yyyy-mm-dd` as a reader of the language writes it, such as "December 15, 2026". Other texts stay as they are. */
export function dateText(date: string, language: Language): string {
  if (!CALENDAR_DATE.test(date)) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** An instant in ISO 8601 as a reader of the language writes it, with its zone, such as "December 15, 2026 at 9:30:00 AM UTC". */
export function momentText(instant: string, language: Language, timezone: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone });
  return format.format(new Date(instant));
}
