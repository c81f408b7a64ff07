import type { RatingScale } from '../framework/template.rules';
import { round2 } from './score.rules';

/** One bin of a distribution of scores; both ends are included and have two decimals. */
export interface ScoreBin {
  /** For example "3.00-3.99"; the last bin ends at the top of the scale. */
  name: string;
  from: number;
  to: number;
  count: number;
}

/** The number of subjects by score; those in `withoutScore` are in no bin. */
export interface ScoreDistribution {
  bins: ScoreBin[];
  withoutScore: number;
}

/** Most bins; a wider scale is divided into this many of equal width. */
export const MAX_BINS = 10;

/**
 * Returns the distribution of effective scores over the scale, in bins one point wide (at most ten). A score is rounded
 * first: 3.996 counts as 4.00.
 */
export function scoreDistribution(
  scores: Iterable<number | null>,
  scale: Pick<RatingScale, 'min' | 'max'>,
): ScoreDistribution {
  const bins = emptyBins(scale);
  let withoutScore = 0;
  for (const score of scores) {
    const bin = score === null ? undefined : bins[binOf(score, bins)];
    if (bin) bin.count += 1;
    else withoutScore += 1;
  }
  return { bins, withoutScore };
}

export function countedDistribution(
  countOf: (bin: number) => number,
  withoutScore: number,
  scale: Pick<RatingScale, 'min' | 'max'>,
): ScoreDistribution {
  return { bins: emptyBins(scale).map((bin, at) => ({ ...bin, count: countOf(at) })), withoutScore };
}

/** Returns the index of the bin of a score after rounding. */
export function scoreBin(score: number, scale: Pick<RatingScale, 'min' | 'max'>): number {
  return binOf(score, emptyBins(scale));
}

function emptyBins({ min, max }: Pick<RatingScale, 'min' | 'max'>): ScoreBin[] {
  const count = Math.max(1, Math.min(MAX_BINS, Math.ceil(max - min)));
  const width = (max - min) / count;
  return Array.from({ length: count }, (_, at): ScoreBin => {
    const from = round2(min + at * width);
    const to = at === count - 1 ? max : round2(min + (at + 1) * width - 0.01);
    return { name: `${from.toFixed(2)}-${to.toFixed(2)}`, from, to, count: 0 };
  });
}

function binOf(score: number, bins: readonly ScoreBin[]): number {
  const shown = round2(score);
  return Math.max(
    0,
    bins.findLastIndex(({ from }) => shown >= from),
  );
}
