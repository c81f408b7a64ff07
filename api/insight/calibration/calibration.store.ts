import { pickRows } from '../../../shared/db/pick';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import {
  type CalibrationChange,
  CalibrationChangeModel,
} from '../../../shared/insight/calibration/calibration-change.model';
import { OPEN_CALIBRATION } from '../../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import type { SubjectPageFilter } from '../../../shared/insight/subjects.store';
import { conflict, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';

/** Throws NOT_FOUND. */
export async function findCalibration(id: string): Promise<Calibration> {
  const row = await CalibrationModel.findById(id).lean<Calibration>();
  if (!row) throw notFound();
  return row;
}

/** Throws CONFLICT with the status when the session is Applied or Cancelled. */
export function assertOpenCalibration({ status }: Pick<Calibration, 'status'>): void {
  if (!OPEN_CALIBRATION.includes(status)) throw conflict(refusal('CALIBRATION_DECIDED', { status }));
}

/** Throws CONFLICT with the status when the scores of a cycle cannot be calibrated: it has none yet, or it is archived. */
export function assertJudgeable({ status }: Pick<Cycle, 'status'>): void {
  if (status === CycleStatus.Draft || status === CycleStatus.Archived)
    throw conflict(refusal('CYCLE_NOT_CALIBRATED', { status }));
}

export const NEWEST_CHANGE = { sequence: -1, at: -1 } as const;

/** Returns the newest change of a session that is neither undone nor an undo; null when there is none. */
export async function undoableChange(sessionId: string): Promise<CalibrationChange | null> {
  const undoing = await pickRows(CalibrationChangeModel.find({ sessionId, undoes: { $ne: null } }), 'undoes');
  const undone = undoing.map(({ undoes }) => undoes);
  return CalibrationChangeModel.findOne({ sessionId, undoes: null, _id: { $nin: undone } })
    .sort(NEWEST_CHANGE)
    .lean<CalibrationChange>();
}

export function coveredSubjects(
  { departmentIds }: Pick<Calibration, 'departmentIds'>,
  departmentId?: string,
): Pick<SubjectPageFilter, 'departmentIds'> {
  if (departmentId === undefined) return departmentIds.length === 0 ? {} : { departmentIds };
  const isCovered = departmentIds.length === 0 || departmentIds.includes(departmentId);
  return { departmentIds: isCovered ? [departmentId] : [] };
}
