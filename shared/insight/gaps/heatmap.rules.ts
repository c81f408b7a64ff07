import { type Gap } from './gap.rules';

/** Figures of one row of the heatmap over the subjects with data, unrounded. */
export interface HeatmapFigures {
  /** Critical for at least one of the subjects. */
  isCritical: boolean;
  /** Null when no one rated the requirement. */
  averageGap: number | null;
  /** Subjects with a gap. */
  affected: number;
  /** Share of `affected` among the subjects with data, 0..100; null without any. */
  percent: number | null;
  /** affected x averageGap, doubled when critical. */
  burden: number;
}

export interface GapSums {
  /** Subjects with data, and those of them with a gap. */
  rated: number;
  affected: number;
  /** Sum of the gap levels. */
  levels: number;
}

/** Calculates the figures of a requirement's row from the gap levels of its subjects with data. */
export function heatmapFigures(isCritical: boolean, gaps: readonly Pick<Gap, 'gapLevel'>[]): HeatmapFigures {
  const affected = gaps.filter((gap) => gap.gapLevel > 0).length;
  const levels = gaps.reduce((sum, gap) => sum + gap.gapLevel, 0);
  return figuresOfSums(isCritical, { rated: gaps.length, affected, levels });
}

export function figuresOfSums(isCritical: boolean, { rated, affected, levels }: GapSums): HeatmapFigures {
  if (rated === 0) return { isCritical, averageGap: null, affected: 0, percent: null, burden: 0 };
  const averageGap = levels / rated;
  return {
    isCritical,
    averageGap,
    affected,
    percent: (100 * affected) / rated,
    burden: affected * averageGap * (isCritical ? 2 : 1),
  };
}
