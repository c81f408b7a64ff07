import { type Gap } from './gap.rules';

/** Figures of one row of the heatmap, over the subjects with data; unrounded. */
export interface HeatmapFigures {
  /** Critical for at least one of the subjects. */
  isCritical: boolean;
  /** Null when no one rated the requirement. */
  averageGap: number | null;
  /** Subjects with a gap. */
  affected: number;
  /** Share of `affected` among the subjects with data, 0..100; null without any. */
  percent: number | null;
  /** affected x averageGap, doubled when critical: where development pays most. */
  burden: number;
}

/** Figures of a requirement's row from the gap levels of its subjects with data. */
export function heatmapFigures(isCritical: boolean, gaps: readonly Pick<Gap, 'gapLevel'>[]): HeatmapFigures {
  if (gaps.length === 0) return { isCritical, averageGap: null, affected: 0, percent: null, burden: 0 };
  const affected = gaps.filter((gap) => gap.gapLevel > 0).length;
  const averageGap = gaps.reduce((sum, gap) => sum + gap.gapLevel, 0) / gaps.length;
  return {
    isCritical,
    averageGap,
    affected,
    percent: (100 * affected) / gaps.length,
    burden: affected * averageGap * (isCritical ? 2 : 1),
  };
}
