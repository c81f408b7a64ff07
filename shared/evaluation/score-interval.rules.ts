import type { RatingScale } from '../framework/template.rules';
import { round2 } from './score.rules';

/** A range of scores, both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/** What one evaluator type adds to the error of an overall score. */
export interface ScoreError {
  /** Its weight in the score, rescaled to 1 over the types that have one. */
  weight: number;
  /** Number of scores. */
  raters: number;
  /** Variance of the scores of the type; null when it is unknown. */
  variance: number | null;
  /** Of one rater: see reliability.rules. */
  reliability: number;
}

/** 90 % of a normal distribution lie within so many standard deviations. */
const WITHIN_90 = 1.645;

/**
 * The 90 % interval around an overall score, within the scale: `score` plus or minus 1.645 times the standard error of measurement
 * (docs/statistics.md), wider by `slack` on both sides. Null without a score, or when the variance of a type that counts is unknown.
 */
export function scoreInterval(
  score: number | null,
  errors: readonly ScoreError[],
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
  slack = 0,
): Interval | null {
  if (score === null) return null;
  let squares = 0;
  for (const { weight, raters, variance, reliability } of errors) {
    if (weight === 0) continue;
    if (variance === null || raters === 0) return null;
    squares += (weight * weight * (1 - reliability) * variance) / raters;
  }
  const half = WITHIN_90 * Math.sqrt(squares) + slack;
  return { low: Math.max(min, score - half), high: Math.min(max, score + half) };
}

/** An interval as it is shown, with two decimals; null for null. */
export function roundedInterval(interval: Interval | null): Interval | null {
  return interval && { low: round2(interval.low), high: round2(interval.high) };
}
