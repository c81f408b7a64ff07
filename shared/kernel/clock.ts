/** The present instant; the only place that reads the wall clock. */
export function now(): Date {
  return new Date();
}

/** An instant `ms` milliseconds from now. */
export function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** An instant as the API prints it: UTC, ISO 8601, no fraction (spec 2.1). */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** As `toInstant`, and null for null or undefined. */
export function toInstantOrNull(date: Date | null | undefined): string | null {
  return date ? toInstant(date) : null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** An instant from ISO 8601 text with a zone (decisions 1); null when it is none. */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text)) return null;
  const parsed = new Date(text);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(T.*)?$/;

/** A calendar date `yyyy-mm-dd` from a date or a full ISO 8601 timestamp (decisions 1); null when it is neither. */
export function parseCalendarDate(text: string): string | null {
  const date = CALENDAR_DATE.exec(text)?.[1];
  if (!date) return null;
  const parsed = new Date(text.length > 10 ? text : `${text}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) return null;
  // A timestamp with an offset names the UTC day; a bare date must exist in the calendar (no 31 February).
  const iso = parsed.toISOString().slice(0, 10);
  return text.length > 10 || iso === date ? iso : null;
}
