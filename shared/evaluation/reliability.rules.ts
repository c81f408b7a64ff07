import { EvaluatorType } from '../framework/evaluator-type';
import type { Moments } from './moments.rules';

/*
 * Reliability: the share of the differences between scores that is due to the subjects and not to their raters
 * (docs/statistics.md), from 0 to 1.
 */

/** The reliability of one rater of a type in cycles too small to estimate it (Conway & Huffcutt 1997, meta-analysis). */
export const ASSUMED_RELIABILITY: Readonly<Record<EvaluatorType, number>> = {
  [EvaluatorType.Self]: 0.3,
  [EvaluatorType.Manager]: 0.5,
  [EvaluatorType.Peer]: 0.37,
  [EvaluatorType.DirectReport]: 0.3,
  [EvaluatorType.Stakeholder]: 0.3,
};

/** With fewer subjects with two raters the agreement of raters cannot be estimated. */
const MIN_SUBJECTS = 30;

/**
 * Estimates the reliability of one rater from the scores of each subject: ICC(1) of a one-way analysis of variance with unequal
 * group sizes (Shrout & Fleiss 1979). Subjects with one score are ignored. At least 0; null for fewer than 30 subjects.
 */
export function singleRaterReliability(subjects: Iterable<Pick<Moments, 'count' | 'mean' | 'squares'>>): number | null {
  const groups = Array.from(subjects).filter(({ count }) => count >= 2);
  if (groups.length < MIN_SUBJECTS) return null;
  let [scores, squaredSizes, sum, within] = [0, 0, 0, 0];
  for (const { count, mean, squares } of groups) {
    scores += count;
    squaredSizes += count * count;
    sum += count * mean;
    within += squares;
  }
  const all = sum / scores;
  const between = groups.reduce((total, { count, mean }) => total + count * (mean - all) ** 2, 0);
  const meanBetween = between / (groups.length - 1);
  const meanWithin = within / (scores - groups.length);
  const size = (scores - squaredSizes / scores) / (groups.length - 1);
  const variance = meanBetween + (size - 1) * meanWithin;
  return variance > 0 ? Math.max(0, (meanBetween - meanWithin) / variance) : 0;
}

/** Returns the reliability of the mean of several raters from that of one (Spearman-Brown). */
export function reliabilityOfMean(single: number, raters: number): number {
  return (raters * single) / (1 + (raters - 1) * single);
}
