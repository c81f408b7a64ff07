import { inTransaction } from '../../../shared/db/transaction';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import {
  CalibrationChangeModel,
  type CalibrationStatement,
} from '../../../shared/insight/calibration/calibration-change.model';
import {
  type CalibrationEntry,
  CalibrationEntryModel,
} from '../../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus, OPEN_CALIBRATION } from '../../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { conflict, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { coversDepartment } from './calibration.rules';
import { assertOpenCalibration, findCalibration } from './calibration.store';

export type NewStatement = CalibrationStatement & Pick<CalibrationEntry, 'overall'>;

/** Returns the subject's evaluation in the cycle of a session; null when the session does not cover the subject. */
export async function coveredEvaluation(
  { cycleId, departmentIds }: Calibration,
  subjectId: string,
): Promise<Evaluation | null> {
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId, ...COUNTED_SUBJECTS }).lean<Evaluation>();
  if (!evaluation || !coversDepartment(departmentIds, evaluation.departmentId)) return null;
  return (await EmployeeModel.exists({ _id: subjectId })) ? evaluation : null;
}

/**
 * Changes entries of a session in one transaction. It first writes the session's own row, so that changes of one
 * session, and its application, run one after the other and only while it is open. Throws NOT_FOUND, CONFLICT.
 */
export async function changingSession(id: string, change: (session: Calibration) => Promise<void>): Promise<void> {
  await inTransaction(async () => {
    const session = await CalibrationModel.findOneAndUpdate(
      { _id: id, status: { $in: [...OPEN_CALIBRATION] } },
      { $set: { status: CalibrationStatus.InProgress } },
      { returnDocument: 'after' },
    ).lean<Calibration>();
    if (!session) throw await notOpen(id);
    await change(session);
  });
}

async function notOpen(id: string): Promise<Error> {
  assertOpenCalibration(await findCalibration(id));
  return conflict(refusal('CALIBRATION_CHANGES_NOW'));
}

/** Returns the entry of a subject; null without one. */
export function findEntry(sessionId: string, subjectId: string): Promise<CalibrationEntry | null> {
  return CalibrationEntryModel.findOne({ sessionId, subjectId }).lean<CalibrationEntry>().exec();
}

/**
 * Replaces an entry (null: there is none) by another (null: removes it) and adds it to the history; `undoes` is the change that
 * this one undoes. Throws NOT_FOUND for a new entry of a subject whose department is no longer part of the session.
 */
export async function replaceEntry(
  { _id: sessionId, revision: sequence, departmentIds }: Calibration,
  { subjectId, departmentId }: Pick<Evaluation, 'subjectId' | 'departmentId'>,
  { before, after, undoes = null }: Replacement,
): Promise<void> {
  if (after && !coversDepartment(departmentIds, departmentId)) throw notFound();
  const who = { by: actor().userId, at: now() };
  if (!after) await CalibrationEntryModel.deleteOne({ sessionId, subjectId });
  else if (before) await CalibrationEntryModel.updateOne({ _id: before._id }, { $set: { ...after, ...who } });
  else await new CalibrationEntryModel({ sessionId, subjectId, ...after, ...who }).save();
  const change = { before: before && statementOf(before), after: after && statementOf(after) };
  await new CalibrationChangeModel({ sessionId, subjectId, ...change, undoes, sequence, ...who }).save();
}

interface Replacement {
  before: CalibrationEntry | null;
  after: NewStatement | null;
  undoes?: string | null;
}

function statementOf({ calibrated, potential, reason }: CalibrationStatement): CalibrationStatement {
  return { calibrated, potential, reason };
}
