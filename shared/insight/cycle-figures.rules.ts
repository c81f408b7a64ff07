import { compareNames } from '../kernel/name-order.rules';
import type { HeatmapFigures } from './gaps/heatmap.rules';
import type { NineBoxPlacement, UnplacedReason } from './nine-box.rules';

/** The number of subjects in each box, by box index 0..8, and in none. */
export interface NineBoxCounts {
  boxes: number[];
  unplaced: number;
}

const BOXES = 9;

export function countBoxes(places: Iterable<NineBoxPlacement | UnplacedReason>): NineBoxCounts {
  const counts: NineBoxCounts = { boxes: Array.from({ length: BOXES }, () => 0), unplaced: 0 };
  for (const place of places) {
    if (typeof place === 'string') counts.unplaced += 1;
    else counts.boxes[place.box] = (counts.boxes[place.box] ?? 0) + 1;
  }
  return counts;
}

/** A requirement whose gap weighs heavily; figures unrounded. */
export interface TopGap extends HeatmapFigures {
  requirementId: string;
  requirement: string;
  averageGap: number;
  percent: number;
}

type NamedFigures = HeatmapFigures & Pick<TopGap, 'requirementId' | 'requirement'>;

/** The `most` requirements with the greatest burden among those that anyone misses; equal ones by name. */
export function topGaps(rows: Iterable<NamedFigures>, most: number): TopGap[] {
  const gaps: TopGap[] = [];
  for (const { requirementId, requirement, isCritical, averageGap, affected, percent, burden } of rows)
    if (affected > 0 && averageGap !== null && percent !== null)
      gaps.push({ requirementId, requirement, isCritical, averageGap, affected, percent, burden });
  return gaps.sort((a, b) => b.burden - a.burden || compareNames(a.requirement, b.requirement)).slice(0, most);
}
