import type { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import type { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import type { Calibration } from '../../../shared/insight/calibration/calibration.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../../http/types';
import type { CalibrationChangeView, CalibrationEntryView } from './calibration-entries.dto';

/** A calibration session. */
export interface CalibrationView extends ResourceFields {
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string | null;
  /** A session can be applied while its cycle is Closed. */
  cycleStatus: CycleStatus | null;
  /** @example "Engineering, autumn" */
  name: string;
  status: CalibrationStatus;
  /** Departments at generation whose subjects the session covers; empty: the whole cycle. */
  departmentIds: Id[];
  /** Names of these departments, in the same order. */
  departments: (string | null)[];
  /**
   * Subjects with a calibrated score.
   * @example 12
   */
  entryCount: number;
  appliedAt: Instant | null;
  appliedById: Id | null;
  /** Full name of the user who applied it. */
  appliedBy: string | null;
  cancelledAt: Instant | null;
}

/** A session with all its entries, by name of the subject. */
export interface CalibrationDetail extends CalibrationView {
  entries: CalibrationEntryView[];
  /** The change that `undo` would undo; null when there is none, or the session is over. */
  undoable: CalibrationChangeView | null;
}

export interface CreateCalibration extends UpdateCalibration {
  id?: Id;
  cycleId: Id;
  name: ShortText;
  /**
   * Empty or absent: the whole cycle.
   * @maxItems 500 must have at most 500 departments
   */
  departmentIds?: Id[];
}

export interface UpdateCalibration {
  name?: ShortText;
  /**
   * Must include the departments of all entries.
   * @maxItems 500 must have at most 500 departments
   */
  departmentIds?: Id[];
}

/** The names for a page of sessions. */
export interface CalibrationNames {
  department(id: string): string | null;
  user(id: string | null): string | null;
}

export function toCalibrationView(
  row: Calibration,
  entryCount: number,
  cycle: Pick<Cycle, 'name' | 'status'> | null,
  names: CalibrationNames,
): CalibrationView {
  const { cycleId, name, status, departmentIds, appliedBy } = row;
  return {
    ...resourceFields(row),
    cycleId,
    cycle: cycle?.name ?? null,
    cycleStatus: cycle?.status ?? null,
    name,
    status,
    departmentIds: [...departmentIds],
    departments: departmentIds.map((id) => names.department(id)),
    entryCount,
    appliedAt: toInstantOrNull(row.appliedAt),
    appliedById: appliedBy,
    appliedBy: names.user(appliedBy),
    cancelledAt: toInstantOrNull(row.cancelledAt),
  };
}
