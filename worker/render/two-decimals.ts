import { round2 } from '../../shared/evaluation/score.rules';

/** Formats a score with two decimals, rounded like everywhere. */
export function twoDecimals(score: number): string {
  return round2(score).toFixed(2);
}
