import { type Locale } from './locale';

/** Everything that the heatmap workbook shows. */
export interface HeatmapData {
  cycle: { name: string };
  /** Names of the filters; absent when not filtered. */
  department?: string | null;
  jobProfile?: string | null;
  generatedAt: Date;
  locale?: Locale;
  /** One column each, in this order. */
  subjects: { id: string; name: string }[];
  /** Read once, row by row. */
  rows: Iterable<HeatmapRow> | AsyncIterable<HeatmapRow>;
  /** Said above the table, e.g. why there are no rows. */
  note?: string;
}

export interface HeatmapRow {
  requirement: string;
  isCritical: boolean;
  /** Mean gap level over the subjects with data; null without any. */
  averageGap: number | null;
  /** Subjects with a gap level above 0. */
  affected: number;
  /** `affected` as a share of the subjects with data, 0..100. */
  percent: number | null;
  /** Gap level per subject in the order of `subjects` (0 none, greater is more severe); null without data. */
  cells: (number | null)[];
}
