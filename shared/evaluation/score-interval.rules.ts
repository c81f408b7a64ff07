import type { RatingScale } from '../framework/template.rules';
import { round2 } from './score.rules';

/** A range of scores, both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/** The contribution of one evaluator type to the error of an overall score. */
export interface ScoreError {
  /** Its weight in the score, rescaled to 1 over the types that have one. */
  weight: number;
  /** Number of scores. */
  raters: number;
  /** Variance of the scores of the type; null when it is unknown. */
  variance: number | null;
  /** Reliability of one rater: see reliability.rules. */
  reliability: number;
}

/** 90 % of a normal distribution lie within this many standard deviations of the mean. */
const WITHIN_90 = 1.645;

/**
 * Returns the 90 % interval around an overall score, limited to the scale: `score` plus or minus 1.645 standard errors
 * of measurement (docs/statistics.md). Null without a score, or when the variance of a type that counts is unknown.
 */
export function scoreInterval(
  score: number | null,
  errors: readonly ScoreError[],
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): Interval | null {
  if (score === null) return null;
  let squares = 0;
  for (const { weight, raters, variance, reliability } of errors) {
    if (weight === 0) continue;
    if (variance === null || raters === 0) return null;
    squares += (weight * weight * (1 - reliability) * variance) / raters;
  }
  const half = WITHIN_90 * Math.sqrt(squares);
  return { low: Math.max(min, score - half), high: Math.min(max, score + half) };
}

/** Rounds both ends to two decimals; null for null. */
export function roundedInterval(interval: Interval | null): Interval | null {
  return interval && { low: round2(interval.low), high: round2(interval.high) };
}
