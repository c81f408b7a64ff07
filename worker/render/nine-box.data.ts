import { type Locale } from './locale';

export interface NineBoxData {
  /** Null when the tenant has no closed cycle. */
  cycle: { name: string } | null;
  /** Names of the filters; omitted without a filter. */
  department?: string | null;
  jobProfile?: string | null;
  generatedAt: Date;
  locale?: Locale;
  /** The scale of the performance scores; potential is 1 to 5 on every scale. */
  scale?: { min: number; max: number } | null;
  boxes: NineBox[];
  /** Subjects without a score or a potential. */
  unplaced: { name: string; reason: string }[];
  /** Shown above the grid, such as that there is no closed cycle. */
  note?: string;
}

export interface NineBox {
  /** potential · 3 + performance, levels 0..2. */
  box: number;
  label: string;
  employees: NineBoxEmployee[];
}

export type NineBoxLevel = 'Low' | 'Medium' | 'High';

export interface NineBoxEmployee {
  name: string;
  /** Average score on the scale of the cycle, unrounded. */
  performanceScore: number;
  /** 1 to 5. */
  potentialScore: number;
  potentialLevel: NineBoxLevel;
}
