import { type Locale } from './locale';

export interface HeatmapData {
  cycle: { name: string };
  /** Names of the filters; omitted without a filter. */
  department?: string | null;
  jobProfile?: string | null;
  generatedAt: Date;
  locale?: Locale;
  /** One column each, in this order. */
  subjects: { id: string; name: string }[];
  /** Read once, row by row. */
  rows: Iterable<HeatmapRow> | AsyncIterable<HeatmapRow>;
  /** Shown above the table, such as why there are no rows. */
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
  /** Gap level per subject in the order of `subjects` (0 to 4); null without data. */
  cells: (number | null)[];
}
