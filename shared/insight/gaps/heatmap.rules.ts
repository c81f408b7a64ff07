import { type Gap } from './gap.rules';

/** Figures of one row of the heatmap, over the subjects with data; unrounded. */
export interface HeatmapFigures {
  /** Critical for at least one of the subjects. */
  isCritical: boolean;
  averageGap: number;
  /** Subjects with a gap. */
  affected: number;
  /** Share of `affected` among the subjects with data, 0..100. */
  percent: number;
  /** affected x averageGap, doubled when critical: where development pays most. */
  burden: number;
}

/** Fill of a heatmap cell. */
export type HeatmapColor = 'green' | 'yellow' | 'orange' | 'red';

/** Figures of a requirement's row from its gaps, one per subject with data; null when there are none. */
export function heatmapFigures(gaps: readonly Pick<Gap, 'gapLevel' | 'isCritical'>[]): HeatmapFigures | null {
  if (gaps.length === 0) return null;
  const isCritical = gaps.some((gap) => gap.isCritical);
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

/** Colour of a gap level: 0 green, 1 yellow, 2 orange, 3 and more red. */
export function heatmapColor(gapLevel: number): HeatmapColor {
  if (gapLevel <= 0) return 'green';
  if (gapLevel === 1) return 'yellow';
  return gapLevel === 2 ? 'orange' : 'red';
}
