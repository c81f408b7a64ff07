import type { Cycle } from '../../shared/evaluation/cycle.model';
import { round2 } from '../../shared/evaluation/score.rules';
import {
  BOX_LABELS,
  type NineBoxLevel,
  type PotentialSource,
  type UnplacedReason,
} from '../../shared/insight/nine-box.rules';
import type { NineBoxMap } from '../../shared/insight/nine-box.store';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Id } from '../http/types';
import type { Selection } from './export-selection.service';

/** A subject in its box. */
export interface NineBoxEmployeeView {
  id: Id;
  name: string;
  /**
   * The effective score.
   * @example 4.33
   */
  performanceScore: number;
  /** @example 4 */
  potentialScore: number;
  performanceLevel: NineBoxLevel;
  potentialLevel: NineBoxLevel;
  potentialSource: PotentialSource;
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
  reason: UnplacedReason;
}

/** The nine-box of a cycle; `cycleId` is null when no cycle is Closed. */
export interface NineBoxMapView {
  cycleId: Id | null;
  cycle: string | null;
  departmentId: Id | null;
  department: string | null;
  jobProfileId: Id | null;
  jobProfile: string | null;
  boxes: NineBoxView[];
  unplaced: UnplacedView[];
}

/** Which nine-box to export. */
export interface ExportNineBoxRequest extends Selection {
  /** The last Closed cycle when absent. */
  cycleId?: Id | null;
}

/** A nine-box as the API shows it: scores with two decimals, half up. */
export function toNineBoxView(
  { placed, unplaced }: NineBoxMap,
  cycle: Cycle | null,
  { departmentId = null, jobProfileId = null }: Selection,
  names: SnapshotNames,
): NineBoxMapView {
  const boxes: NineBoxView[] = BOX_LABELS.map((label, box) => ({ box, label, count: 0, employees: [] }));
  for (const { subject, placement } of placed) {
    const { box, performanceLevel, potentialLevel, potentialSource } = placement;
    boxes[box]?.employees.push({
      id: subject.id,
      name: subject.name,
      performanceScore: round2(placement.performanceScore),
      potentialScore: round2(placement.potentialScore),
      performanceLevel,
      potentialLevel,
      potentialSource,
    });
  }
  for (const box of boxes) box.count = box.employees.length;
  return {
    cycleId: cycle?._id ?? null,
    cycle: cycle?.name ?? null,
    departmentId,
    department: names.department(departmentId),
    jobProfileId,
    jobProfile: names.jobProfile(jobProfileId),
    boxes,
    unplaced: unplaced.map(({ subject, reason }) => ({ id: subject.id, name: subject.name, reason })),
  };
}
