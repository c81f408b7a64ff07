const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second and following failures; the last one repeats. */
const WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/** A receiver that has failed for so long is paused. */
const GIVEN_UP_MS = 72 * HOUR;

/**
 * Returns when the next attempt is made after `failures` failures in a row, of which the first was at `since`; null: no
 * more.
 */
export function nextAttempt(failures: number, since: Date, at: Date): Date | null {
  const end = since.getTime() + GIVEN_UP_MS;
  if (at.getTime() >= end) return null;
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
  return new Date(Math.min(at.getTime() + wait, end));
}
