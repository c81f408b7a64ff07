import { round2OrNull } from '../../../shared/evaluation/score.rules';
import type { RatingScale } from '../../../shared/framework/template.rules';
import {
  BOX_LABELS,
  isEstimate,
  type NineBoxThresholds,
  type PotentialSource,
} from '../../../shared/insight/nine-box.rules';
import type { Id } from '../../http/types';
import { type ScoreScale } from '../evaluation-results.dto';
import type { CalibrationPreview, PreviewedPlace } from './calibration-preview.rules';

/** The number of subjects with a rounded score in one bin, bounds included. */
export interface DistributionBin {
  /** @example "3.00-3.99" */
  name: string;
  /** @example 3 */
  from: number;
  /** @example 3.99 */
  to: number;
  /** @example 14 */
  before: number;
  /** @example 12 */
  after: number;
}

/** One box of the nine-box before and after. */
export interface BoxComparison {
  /** @example 8 */
  box: number;
  /** @example "Estrella" */
  label: string;
  /** @example 3 */
  before: number;
  /** @example 5 */
  after: number;
}

/** Subjects who move to another box; null means no box, because the score or the potential is missing. */
export interface BoxMoveView {
  /** @example 4 */
  from: number | null;
  /** @example "Empleado clave" */
  fromLabel: string | null;
  /** @example 8 */
  to: number | null;
  /** @example "Estrella" */
  toLabel: string | null;
  /** @example 2 */
  count: number;
  subjects: { id: Id; name: string }[];
}

/** The place of a subject in the nine-box. */
export interface BoxPlaceView {
  /**
   * Effective score; null without one.
   * @example 4.33
   */
  effective: number | null;
  /**
   * Potential, 1 to 5; null while it is unknown.
   * @example 4
   */
  potential: number | null;
  /** No one has judged the potential: it is calculated from the met requirements of the career path or job profile. */
  isEstimated: boolean;
  /** Where the potential comes from; null while it is unknown. */
  potentialSource: PotentialSource | null;
  /**
   * Box 0 to 8; null without a score or potential, or with an estimate that the organization leaves out.
   * @example 5
   */
  box: number | null;
}

/** The place of a subject now, and with the session applied. */
export interface PlaceComparisonView {
  subjectId: Id;
  /** Full name of the subject. */
  subject: string;
  /** The department when the cycle was generated. */
  departmentId: Id | null;
  department: string | null;
  /** The 90 % interval around the score crosses a border of the performance levels. False for a calibrated score. */
  isNearBorder: boolean;
  before: BoxPlaceView;
  after: BoxPlaceView;
}

/** The changes that applying a session would make. */
export interface CalibrationPreviewView {
  /**
   * Subjects that the session covers.
   * @example 80
   */
  subjects: number;
  /**
   * Those with an entry.
   * @example 12
   */
  entries: number;
  /**
   * Those whose effective score would change.
   * @example 9
   */
  changed: number;
  distribution: { bins: DistributionBin[]; withoutScore: { before: number; after: number } };
  boxes: BoxComparison[];
  moves: BoxMoveView[];
  /** Every subject that the session covers, by name. */
  places: PlaceComparisonView[];
  /** The scale of the scores. */
  scale: ScoreScale;
  /** The organization's bounds of Low and High, on the levels 1 to 5. */
  thresholds: NineBoxThresholds;
}

export function toPreviewView(
  preview: CalibrationPreview,
  scale: RatingScale,
  thresholds: NineBoxThresholds,
  factsOf: (subjectId: string) => Pick<PlaceComparisonView, 'departmentId' | 'department' | 'isNearBorder'>,
): CalibrationPreviewView {
  const { entries, changed, before, after, boxesBefore, boxesAfter, moves, places } = preview;
  return {
    subjects: places.length,
    entries,
    changed,
    distribution: {
      bins: before.bins.map(({ name, from, to, count }, at) => ({
        name,
        from,
        to,
        before: count,
        after: after.bins[at]?.count ?? 0,
      })),
      withoutScore: { before: before.withoutScore, after: after.withoutScore },
    },
    boxes: BOX_LABELS.map((label, box) => ({
      box,
      label,
      before: boxesBefore[box] ?? 0,
      after: boxesAfter[box] ?? 0,
    })),
    moves: moves.map(({ from, to, subjects: moved }) => ({
      from,
      fromLabel: labelOf(from),
      to,
      toLabel: labelOf(to),
      count: moved.length,
      subjects: moved,
    })),
    places: places.map((place) => ({
      subjectId: place.id,
      subject: place.name,
      ...factsOf(place.id),
      before: toBoxPlaceView(place.before),
      after: toBoxPlaceView(place.after),
    })),
    scale: { min: scale.min, max: scale.max },
    thresholds: { lowBelow: thresholds.lowBelow, highFrom: thresholds.highFrom },
  };
}

function toBoxPlaceView({ effective, potential, potentialSource, box }: PreviewedPlace): BoxPlaceView {
  return {
    effective: round2OrNull(effective),
    potential: round2OrNull(potential),
    isEstimated: potentialSource !== null && isEstimate(potentialSource),
    potentialSource,
    box,
  };
}

function labelOf(box: number | null): string | null {
  return box === null ? null : (BOX_LABELS[box] ?? null);
}
