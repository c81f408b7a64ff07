import { round2 } from './score.rules';

/** A range of scores, both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/** An interval as it is shown, with two decimals; null for null. */
export function roundedInterval(interval: Interval | null): Interval | null {
  return interval && { low: round2(interval.low), high: round2(interval.high) };
}
