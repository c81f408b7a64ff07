import { round2 } from '../../shared/evaluation/score.rules';

/** A score with two decimals as text, rounded by the one rule of every output. */
export function twoDecimals(score: number): string {
  return round2(score).toFixed(2);
}
