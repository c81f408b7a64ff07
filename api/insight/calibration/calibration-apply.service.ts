import { bulkUpdate } from '../../../shared/db/bulk';
import { pickRows, pickValues } from '../../../shared/db/pick';
import { inTransaction } from '../../../shared/db/transaction';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { countCycleChange } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { scoreBin } from '../../../shared/evaluation/score-distribution.rules';
import { countDifference, scoringOf, updateTallies } from '../../../shared/evaluation/subject-tally.store';
import {
  type CalibrationEntry,
  CalibrationEntryModel,
} from '../../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { findCalibration } from './calibration.store';

type Statement = Pick<CalibrationEntry, 'subjectId' | 'calibrated' | 'potential'>;

/**
 * Applies the entries of a session in one transaction, so that every reader sees all calibrated scores at once.
 * Subjects without an entry keep their score and count as calibrated. Throws NOT_FOUND, and CONFLICT unless the session
 * is InProgress and its cycle Closed.
 */
export async function applyCalibration(id: string): Promise<void> {
  const at = now();
  const appliedBy = actor().userId;
  await inTransaction(async () => {
    const session = await CalibrationModel.findOneAndUpdate(
      { _id: id, status: CalibrationStatus.InProgress },
      { $set: { status: CalibrationStatus.Applied, appliedAt: at, appliedBy, claims: [] } },
      { returnDocument: 'after' },
    ).lean<Calibration>();
    if (!session) throw await cannotApply(id);
    const { status } = await findCycle(session.cycleId);
    if (status !== CycleStatus.Closed) throw conflict(refusal('CYCLE_NOT_CLOSED_FOR_CALIBRATION', { status }));
    const entries = await pickRows(
      CalibrationEntryModel.find({ sessionId: id }),
      'subjectId',
      'calibrated',
      'potential',
    );
    const covered = await writeScores(session, entries, at);
    await recordAudit('calibration.applied', {
      entityType: AuditEntity.Calibration,
      entityId: id,
      changes: [
        { field: 'status', before: CalibrationStatus.InProgress, after: CalibrationStatus.Applied },
        { field: 'entries', before: null, after: entries.length },
        { field: 'subjects', before: null, after: covered },
      ],
    });
  });
}

async function cannotApply(id: string): Promise<Error> {
  const { status } = await findCalibration(id);
  return conflict(
    status === CalibrationStatus.Draft
      ? refusal('CALIBRATION_HAS_NO_SCORE', { status })
      : refusal('CALIBRATION_ALREADY_DECIDED', { status }),
  );
}

/** Writes the scores, with one operation for all subjects with equal ones, and returns the number of covered subjects. */
async function writeScores(
  { cycleId, departmentIds }: Calibration,
  entries: readonly Statement[],
  at: Date,
): Promise<number> {
  const alike = new Map<string, Omit<Statement, 'subjectId'> & { subjectIds: string[] }>();
  for (const { subjectId, calibrated, potential } of entries) {
    const group = alike.get(`${calibrated}/${potential}`) ?? { calibrated, potential, subjectIds: [] };
    alike.set(`${calibrated}/${potential}`, group);
    group.subjectIds.push(subjectId);
  }
  const { scale } = await scoringOf(cycleId);
  const covered = { cycleId, ...(departmentIds.length > 0 ? { departmentId: { $in: departmentIds } } : {}) };
  const uncounted = await pickValues(EvaluationModel.find({ ...covered, tally: null }), 'subjectId');
  await updateTallies(cycleId, uncounted);
  const before = await pickRows(EvaluationModel.find(covered), 'subjectId', 'departmentId', 'tally');
  const operations = [...alike.values()].map(({ calibrated, potential, subjectIds }) => {
    const newPotential = potential === null ? {} : { calibratedPotential: potential, calibratedPotentialAt: at };
    const counted = { 'tally.bin': scoreBin(calibrated, scale), 'tally.isCalibrated': true };
    const $set = { calibrated, calibratedAt: at, ...newPotential, effective: calibrated, ...counted };
    const update = { $set, $inc: { revision: 1 } };
    return { updateMany: { filter: { cycleId, subjectId: { $in: subjectIds } }, update } };
  });
  await bulkUpdate(EvaluationModel, operations);
  const others = { ...covered, calibratedAt: { $ne: at } };
  await EvaluationModel.updateMany(others, { $set: { calibratedAt: at, 'tally.isCalibrated': true } });
  const calibratedOf = new Map(entries.map(({ subjectId, calibrated }) => [subjectId, calibrated]));
  for (const { subjectId, departmentId, tally } of before) {
    if (!tally) continue;
    const calibrated = calibratedOf.get(subjectId);
    const bin = calibrated === undefined ? tally.bin : scoreBin(calibrated, scale);
    countDifference(cycleId, departmentId, tally, { ...tally, isCalibrated: true, bin });
  }
  countCycleChange(cycleId);
  return before.length;
}
