export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the current time; the only place that reads the clock. */
export function now(): Date {
  return new Date();
}

/** Returns the time `ms` milliseconds from now. */
export function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** Formats a time as the API does: UTC, ISO 8601, no fraction. */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Like `toInstant`, but null for null or undefined. */
export function toInstantOrNull(date: Date | null | undefined): string | null {
  return date ? toInstant(date) : null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Parses an ISO 8601 timestamp with a zone; null when it is not one. */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text) || !isInCalendar(text.slice(0, 10))) return null;
  const parsed = new Date(text);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(T.*)?$/;

/** Returns the day `yyyy-mm-dd` that a date or ISO 8601 timestamp of any offset writes; null when it is neither. */
export function parseCalendarDate(text: string): string | null {
  const date = CALENDAR_DATE.exec(text)?.[1];
  if (!date || !isInCalendar(date)) return null;
  if (text.length === date.length) return date;
  return Number.isNaN(new Date(text).getTime()) ? null : date;
}

/** Whether a day `yyyy-mm-dd` exists; `Date` reads 31 February as a day of March. */
function isInCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
