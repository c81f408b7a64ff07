import { round2 } from '../evaluation/score.rules';
import type { RatingScale } from '../framework/template.rules';

/** One bin of a distribution of scores: from `from` to `to`, both included, as scores are shown (two decimals). */
export interface ScoreBin {
  /** For example "3.00-3.99"; the last one ends at the top of the scale. */
  name: string;
  from: number;
  to: number;
  count: number;
}

/** How many subjects have which score; `withoutScore` are in no bin. */
export interface ScoreDistribution {
  bins: ScoreBin[];
  withoutScore: number;
}

/** A wider scale is cut into so many bins of equal width. */
const MOST_BINS = 10;

/**
 * Distribution of effective scores over the scale, in bins one point wide (at most ten). A score is counted where it is
 * shown: 3.996 is shown as 4.00.
 */
export function scoreDistribution(
  scores: Iterable<number | null>,
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): ScoreDistribution {
  const count = Math.max(1, Math.min(MOST_BINS, Math.ceil(max - min)));
  const width = (max - min) / count;
  const bins = Array.from({ length: count }, (_, at): ScoreBin => {
    const from = round2(min + at * width);
    const to = at === count - 1 ? max : round2(min + (at + 1) * width - 0.01);
    return { name: `${from.toFixed(2)}-${to.toFixed(2)}`, from, to, count: 0 };
  });
  let withoutScore = 0;
  for (const score of scores) {
    if (score === null) withoutScore += 1;
    else {
      const shown = round2(score);
      const bin = bins.findLast(({ from }) => shown >= from) ?? bins[0];
      if (bin) bin.count += 1;
    }
  }
  return { bins, withoutScore };
}
