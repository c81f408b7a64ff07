import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { round2 } from '../../../shared/evaluation/score.rules';
import {
  BOX_LABELS,
  isEstimate,
  type NineBoxLevel,
  type NineBoxThresholds,
  type PotentialSource,
  type UnplacedReason,
} from '../../../shared/insight/nine-box.rules';
import type { NineBoxMap } from '../../../shared/insight/nine-box.store';
import type { SnapshotNames } from '../../../shared/insight/snapshot-names.store';
import type { Id } from '../../http/types';
import type { ScoreScale } from '../evaluation-results.dto';
import type { Selection } from '../export-selection.service';
import type { SubjectChoices } from '../gap-heatmap.dto';
import type { SnapshotChoices } from '../snapshot-choices.store';

/** A subject in its box. */
export interface NineBoxEmployeeView {
  id: Id;
  name: string;
  /** The department at generation. */
  departmentId: Id | null;
  department: string | null;
  /**
   * The effective score, on the scale of the template.
   * @example 4.33
   */
  performanceScore: number;
  /**
   * 1 to 5 on every scale.
   * @example 4
   */
  potentialScore: number;
  /** Low, Medium or High after the score is converted to the levels 1 to 5. */
  performanceLevel: NineBoxLevel;
  potentialLevel: NineBoxLevel;
  potentialSource: PotentialSource;
  /** No one has judged the potential: it is calculated from the met requirements of the career path or job profile. */
  isEstimated: boolean;
  /** The 90 % interval around the score crosses a border of its performance level. False for a calibrated score. */
  isNearBorder: boolean;
}

/** One of the nine boxes: `box` is potential x 3 + performance, levels 0 to 2. */
export interface NineBoxView {
  /** @example 8 */
  box: number;
  /** @example "Estrella" */
  label: string;
  count: number;
  employees: NineBoxEmployeeView[];
}

/** A subject without a box. */
export interface UnplacedView {
  id: Id;
  name: string;
  departmentId: Id | null;
  department: string | null;
  reason: UnplacedReason;
}

/** The nine-box of a cycle; `cycleId` is null when no cycle is Closed. A cycle that is not closed has an empty one. */
export interface NineBoxMapView extends SubjectChoices {
  cycleId: Id | null;
  cycle: string | null;
  /** As in the query. */
  departmentId: string | null;
  department: string | null;
  /** As in the query. */
  jobProfileId: string | null;
  jobProfile: string | null;
  /** The scale of `performanceScore`; null without a cycle. */
  scale: ScoreScale | null;
  /** The organization's bounds of Low and High, on the levels 1 to 5. */
  thresholds: NineBoxThresholds;
  boxes: NineBoxView[];
  unplaced: UnplacedView[];
}

/** The nine-box to export. */
export interface ExportNineBoxRequest extends Selection {
  /** Defaults to the last Closed cycle. */
  cycleId?: Id | null;
}

/** What the view shows of a subject, besides the box. */
export interface NineBoxSubject extends Pick<NineBoxEmployeeView, 'id' | 'name' | 'departmentId'> {
  /** See `NineBoxEmployeeView`; unused for a subject without a box. */
  isNearBorder: boolean;
}

/** The inputs of a nine-box's view. */
export interface NineBoxContext {
  names: SnapshotNames;
  choices: SnapshotChoices;
}

/** Returns a nine-box as the API shows it: scores with two decimals, half up. */
export function toNineBoxView(
  { scale, placed, unplaced }: NineBoxMap<NineBoxSubject>,
  thresholds: NineBoxThresholds,
  cycle: Cycle | null,
  { departmentId = null, jobProfileId = null }: Selection,
  { names, choices }: NineBoxContext,
): NineBoxMapView {
  const boxes: NineBoxView[] = BOX_LABELS.map((label, box) => ({ box, label, count: 0, employees: [] }));
  // Each row is written out: a spread takes twenty times as long, for each of 100,000 people.
  for (const { subject, placement } of placed) {
    const { box, performanceLevel, potentialLevel, potentialSource } = placement;
    boxes[box]?.employees.push({
      id: subject.id,
      name: subject.name,
      departmentId: subject.departmentId,
      department: names.department(subject.departmentId),
      performanceScore: round2(placement.performanceScore),
      potentialScore: round2(placement.potentialScore),
      performanceLevel,
      potentialLevel,
      potentialSource,
      isEstimated: isEstimate(potentialSource),
      isNearBorder: subject.isNearBorder,
    });
  }
  for (const box of boxes) box.count = box.employees.length;
  return {
    cycleId: cycle?._id ?? null,
    cycle: cycle?.name ?? null,
    ...choices,
    departmentId,
    department: names.department(departmentId),
    jobProfileId,
    jobProfile: names.jobProfile(jobProfileId),
    scale: scale && { min: scale.min, max: scale.max },
    thresholds: { lowBelow: thresholds.lowBelow, highFrom: thresholds.highFrom },
    boxes,
    unplaced: unplaced.map(({ subject, reason }) => ({
      id: subject.id,
      name: subject.name,
      departmentId: subject.departmentId,
      department: names.department(subject.departmentId),
      reason,
    })),
  };
}
