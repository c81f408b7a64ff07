import { MINUTE_MS } from './clock';

/** Formats an instant as `yyyy-mm-dd hh:mm` in a time zone; the Swedish locale has this format. */
export function localMinute(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone }).format(
    instant,
  );
}

/** Returns the date `yyyy-mm-dd` of an instant in a time zone. */
export function localDate(instant: Date, timezone: string): string {
  return localMinute(instant, timezone).slice(0, 10);
}

/** The largest offset of a time zone from UTC. */
const MAX_OFFSET_MS = 15 * 60 * MINUTE_MS;

/** Returns the first minute of a date `yyyy-mm-dd` in a time zone; when clocks skip midnight, the first one after it. */
export function startOfDay(date: string, timezone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  let [before, from] = [midnight - MAX_OFFSET_MS, midnight + MAX_OFFSET_MS];
  while (from - before > MINUTE_MS) {
    const middle = before + Math.floor((from - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (localDate(new Date(middle), timezone) < date) before = middle;
    else from = middle;
  }
  return new Date(from);
}
