import { parseCalendarDate } from './clock';
import { assertValid } from './errors';
import { type FieldRefusal, type Refusal, refusal } from './refusals/refusal';

const DATE_FORM = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the dates of a body as stored, `yyyy-mm-dd`: omitted ones stay omitted, null clears. Throws VALIDATION on every
 * field that is not a date; `path` precedes its name, such as `actions[2].`.
 */
export function readCalendarDates<Field extends string>(
  input: Readonly<Partial<Record<Field, string | null | undefined>>>,
  path = '',
): Partial<Record<Field, string | null>> {
  const dates: Partial<Record<Field, string | null>> = {};
  const problems: FieldRefusal[] = [];
  for (const field in input) {
    const text = input[field];
    if (text === undefined) continue;
    const date = text === null ? null : parseCalendarDate(text);
    if (text !== null && date === null) problems.push({ field: `${path}${field}`, ...dateProblem(text) });
    dates[field] = date;
  }
  assertValid(problems);
  return dates;
}

function dateProblem(text: string): Refusal {
  return DATE_FORM.test(text) ? refusal('NOT_A_CALENDAR_DATE') : refusal('NOT_A_DATE');
}

/** Returns the same time of day some months later (earlier when negative), on the last day of a month that is too short. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}
