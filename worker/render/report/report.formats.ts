import { round2 } from '../../../shared/evaluation/score.rules';
import { dateTag } from '../../../shared/kernel/date-tag';
import type { Locale } from '../locale';

/** How a reader of a language in a time zone writes the numbers and dates of the report. */
export interface ReportFormats {
  /** A score with two decimals, rounded half up as everywhere. */
  score: (score: number) => string;
  /** A number with as many of two decimals as it needs. */
  number: (value: number) => string;
  /** A date `yyyy-mm-dd`. */
  date: (date: string) => string;
  /** Names as an enumeration: “a, b and c”. */
  list: (names: readonly string[]) => string;
  /** The minute of an instant in the time zone. */
  minute: (instant: Date) => string;
}

export function reportFormats(locale: Locale, timeZone: string): ReportFormats {
  const tag = dateTag(locale, timeZone);
  const scores = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const minutes = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  const lists = new Intl.ListFormat(locale);
  return {
    score: (score) => scores.format(round2(score)),
    number: (value) => numbers.format(round2(value)),
    date: (date) => dates.format(new Date(date)),
    list: (names) => lists.format(names),
    minute: (instant) => minutes.format(instant),
  };
}
