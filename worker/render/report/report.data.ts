import type { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { type EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { RadarRequirement } from '../../../shared/insight/radar.rules';
import { type Locale } from '../locale';

/** The data of an evaluation report. Scores are unrounded, on the template's `scale`. */
export interface ReportData {
  subject: { name: string; code?: string | null; jobProfile?: string | null; department?: string | null };
  /** Dates are calendar dates `yyyy-mm-dd`. */
  cycle: { name: string; startDate: string | null; endDate: string | null; status: CycleStatus };
  /** The cycle or the subject is not complete; the report says so at its top. */
  partial: boolean;
  generatedAt: Date;
  /** IANA name of the time zone in which `generatedAt` is printed. */
  timezone: string;
  locale?: Locale;
  /** `labels[i]` names the score `min + i`; there may be fewer labels than scores. */
  scale: { min: number; max: number; labels: string[] };
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  typeScores: ReportTypeScore[];
  /** Rater groups with fewer answers are hidden from the reader. */
  anonymityMinimum: number;
  /** Comments that HR withholds. */
  withheldComments?: number;
  sections: ReportSection[];
  /** Comments that are shown without their item. */
  otherComments: ReportItem['comments'];
  radar: ReportRequirement[];
  /** Shown at the top, such as that there are no results. */
  note?: string;
}

export interface ReportTypeScore {
  type: EvaluatorType;
  /** Null when no one of the group has answered, or when `hidden`. */
  score: number | null;
  participants: number;
  submitted: number;
  hidden: boolean;
  /** The date of an earlier publishing whose figures these are. */
  asOf?: string;
}

export interface ReportSection {
  title: string;
  items: ReportItem[];
}

export interface ReportItem {
  text: string;
  kind: 'Rating' | 'Text';
  /** Mean per evaluator type; null or omitted without answers, or when hidden. */
  scores: Partial<Record<EvaluatorType, number | null>>;
  /** Types whose mean of this item is hidden from the reader. */
  suppressed?: readonly EvaluatorType[];
  average: number | null;
  comments: { type: EvaluatorType; text: string }[];
}

/** A requirement with its levels from 1 to 5, whatever the scale of the scores. */
export type ReportRequirement = RadarRequirement;
