/** The format of the dates of a CSV file; ISO dates are accepted with each, since they are unambiguous. */
export type CsvDateFormat = (typeof CSV_DATE_FORMATS)[number];
export const CSV_DATE_FORMATS = ['iso', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

/** A time of day, which a database or spreadsheet exports with the date; the date is the day that is written. */
const TIME = /(?:(?:T| )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/;
const withTime = (date: RegExp): RegExp => new RegExp(date.source + TIME.source, 'i');

const ISO_DATE = withTime(/^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/);
const DAY_FIRST = withTime(/^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})/);
const MONTH_FIRST = withTime(/^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4})/);
const DATE_PATTERNS: Record<CsvDateFormat, readonly RegExp[]> = {
  iso: [ISO_DATE],
  'dd/mm/yyyy': [ISO_DATE, DAY_FIRST],
  'mm/dd/yyyy': [ISO_DATE, MONTH_FIRST],
};
/** The most examples of what could not be decided. */
const MAX_EXAMPLES = 3;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** Returns the date as YYYY-MM-DD; undefined when it does not exist (31/02/2024) or has another format. */
export function parseCsvDate(text: string, format: CsvDateFormat): string | undefined {
  const parts = datePartsOf(text, format);
  if (!parts) return undefined;
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  // Day 31 of a short month, day 0 and month 13 all result in another month.
  return date.getUTCMonth() === parts.month - 1 ? date.toISOString().slice(0, 10) : undefined;
}

/** Whether a text is one date with the day first, and another with the month first. */
export function readsBothWays(text: string): boolean {
  const [dayFirst, monthFirst] = [parseCsvDate(text, 'dd/mm/yyyy'), parseCsvDate(text, 'mm/dd/yyyy')];
  return dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst;
}

/** The order of day and month in a column; null with examples where its values do not settle it. */
export interface DateOrder {
  dateFormat: CsvDateFormat | null;
  dateExamples: string[];
}

/**
 * Decides the order of day and month from the values of a column: one that reads only one way settles those that read both ways. What
 * is a date in no order says nothing. `remembered` decides where the values do not.
 */
export function decideDateFormat(values: Iterable<string>, remembered: CsvDateFormat | null): DateOrder {
  const only = { 'dd/mm/yyyy': [] as string[], 'mm/dd/yyyy': [] as string[] };
  const both: string[] = [];
  for (const value of values) {
    const [dayFirst, monthFirst] = [parseCsvDate(value, 'dd/mm/yyyy'), parseCsvDate(value, 'mm/dd/yyyy')];
    const list =
      dayFirst === monthFirst ? null : !monthFirst ? only['dd/mm/yyyy'] : dayFirst ? both : only['mm/dd/yyyy'];
    if (list && list.length < MAX_EXAMPLES && !list.includes(value)) list.push(value);
  }
  const settled = (Object.keys(only) as (keyof typeof only)[]).filter((format) => only[format].length > 0);
  const examples = [...Object.values(only).flatMap((values) => values.slice(0, 1)), ...both].slice(0, MAX_EXAMPLES);
  if (settled.length === 1) return { dateFormat: settled[0] ?? null, dateExamples: [] };
  if (examples.length === 0) return { dateFormat: 'iso', dateExamples: [] };
  return remembered ? { dateFormat: remembered, dateExamples: [] } : { dateFormat: null, dateExamples: examples };
}

/** Returns the numbers of a date; undefined when it has another format or an unlikely year. */
export function datePartsOf(
  text: string,
  format: CsvDateFormat,
): { year: number; month: number; day: number } | undefined {
  const groups = DATE_PATTERNS[format].map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  const [year, month, day] = [Number(groups?.['year']), Number(groups?.['month']), Number(groups?.['day'])];
  return year >= FIRST_YEAR && year <= LAST_YEAR ? { year, month, day } : undefined;
}
