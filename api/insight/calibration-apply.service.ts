import { inTransaction } from '../../shared/db/transaction';
import { CycleStatus } from '../../shared/evaluation/cycle-status';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration.model';
import { type CalibrationEntry, CalibrationEntryModel } from '../../shared/insight/calibration-entry.model';
import { CalibrationStatus } from '../../shared/insight/calibration-status';
import { findCalibration } from '../../shared/insight/calibration.store';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { conflict } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';

type Statement = Pick<CalibrationEntry, 'subjectId' | 'calibrated' | 'potential'>;

/**
 * Makes the entries of a session count, all or none (spec 2.6.6, decisions 5): from the same instant on every reader sees
 * the calibrated scores. Subjects without an entry keep their score, and are calibrated too as far as completeness goes.
 * Throws NOT_FOUND, and CONFLICT unless the session is InProgress and its cycle Closed.
 */
export async function applyCalibration(id: string): Promise<void> {
  const at = now();
  const appliedBy = actor().userId;
  const applied = await inTransaction(async () => {
    const session = await CalibrationModel.findOneAndUpdate(
      { _id: id, status: CalibrationStatus.InProgress },
      { $set: { status: CalibrationStatus.Applied, appliedAt: at, appliedBy, claims: [] } },
      { returnDocument: 'after' },
    ).lean<Calibration>();
    if (!session) throw await refusal(id);
    const { status } = await findCycle(session.cycleId);
    if (status !== CycleStatus.Closed)
      throw conflict(`The cycle is ${status}; a calibration is applied once it is Closed.`);
    const entries = await CalibrationEntryModel.find({ sessionId: id })
      .select('subjectId calibrated potential')
      .lean<Statement[]>();
    return { entries: entries.length, covered: await writeScores(session, entries, at) };
  });
  await recordAudit('calibration.applied', {
    entityType: AuditEntity.Calibration,
    entityId: id,
    changes: [
      { field: 'status', before: CalibrationStatus.InProgress, after: CalibrationStatus.Applied },
      { field: 'entries', before: null, after: applied.entries },
      { field: 'subjects', before: null, after: applied.covered },
    ],
  });
}

async function refusal(id: string): Promise<Error> {
  const { status } = await findCalibration(id);
  const advice = status === CalibrationStatus.Draft ? 'enter a calibrated score first' : 'it was decided before';
  return conflict(`The session is ${status}; ${advice}.`);
}

/** Writes the scores, one operation for all subjects who get the same ones, and returns how many subjects are covered. */
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
  const operations = [...alike.values()].map(({ calibrated, potential, subjectIds }) => {
    const newPotential = potential === null ? {} : { calibratedPotential: potential, calibratedPotentialAt: at };
    const update = { $set: { calibrated, calibratedAt: at, ...newPotential }, $inc: { revision: 1 } };
    return { updateMany: { filter: { cycleId, subjectId: { $in: subjectIds } }, update } };
  });
  const { matchedCount } = operations.length > 0 ? await EvaluationModel.bulkWrite(operations) : { matchedCount: 0 };
  const others = await EvaluationModel.updateMany(
    {
      cycleId,
      ...(departmentIds.length > 0 ? { departmentId: { $in: departmentIds } } : {}),
      calibratedAt: { $ne: at },
    },
    { $set: { calibratedAt: at } },
  );
  return matchedCount + others.matchedCount;
}
