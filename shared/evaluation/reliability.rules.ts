import { EvaluatorType } from '../framework/evaluator-type';
import type { Moments } from './moments.rules';

/*
 * How much of the differences between scores is of the subjects, and not of those who rate them (docs/statistics.md): 1 is all,
 * 0 is nothing.
 */

/** What one rater of a type is worth where a cycle is too small to say so (Conway & Huffcutt 1997, meta-analysis). */
export const ASSUMED_RELIABILITY: Readonly<Record<EvaluatorType, number>> = {
  [EvaluatorType.Self]: 0.3,
  [EvaluatorType.Manager]: 0.5,
  [EvaluatorType.Peer]: 0.37,
  [EvaluatorType.DirectReport]: 0.3,
  [EvaluatorType.Stakeholder]: 0.3,
};

/** Fewer subjects with two raters say nothing about how raters agree. */
const MIN_SUBJECTS = 30;

/**
 * The reliability of one rater, from the scores of each subject: ICC(1) of a one-way analysis of variance with unequal group
 * sizes (Shrout & Fleiss 1979). Subjects with one score are left out. Not below 0; null under 30 subjects.
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

/** The reliability of the mean of several raters, from that of one (Spearman-Brown). */
export function reliabilityOfMean(single: number, raters: number): number {
  return (raters * single) / (1 + (raters - 1) * single);
}
