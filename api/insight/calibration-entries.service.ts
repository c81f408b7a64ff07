import { inTransaction } from '../../shared/db/transaction';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration.model';
import { calibrationProblems, coversDepartment } from '../../shared/insight/calibration.rules';
import { CalibrationChangeModel, type CalibrationStatement } from '../../shared/insight/calibration-change.model';
import { type CalibrationEntry, CalibrationEntryModel } from '../../shared/insight/calibration-entry.model';
import { CalibrationStatus, OPEN_CALIBRATION } from '../../shared/insight/calibration-status';
import { assertJudgeable, assertOpenCalibration, findCalibration } from '../../shared/insight/calibration.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { subjectScores } from '../../shared/insight/subject-scores.store';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { AppError, assertValid, notFound } from '../../shared/kernel/errors';
import { EmployeeModel } from '../../shared/people/employee.model';
import { assertMatches } from '../http/resource';
import type { PutCalibrationEntry } from './calibration-entries.dto';

/**
 * Writes the entry of a subject and its line of the history; the first one moves the session from Draft to InProgress.
 * Throws NOT_FOUND (also for a subject that the session does not cover), VALIDATION, PRECONDITION_FAILED, and CONFLICT with
 * the current state when the session is over or the cycle is Draft or Archived.
 */
export async function putEntry(
  sessionId: string,
  subjectId: string,
  input: PutCalibrationEntry,
  ifMatch?: string,
): Promise<void> {
  const session = await findCalibration(sessionId);
  const evaluation = await coveredEvaluation(session, subjectId);
  const cycle = await findCycle(session.cycleId);
  assertValid(calibrationProblems(input, (await cycleContent(cycle)).scale));
  assertOpenCalibration(session);
  assertJudgeable(cycle);
  const overall = (await subjectScores(cycle, [evaluation])).get(subjectId)?.overall ?? null;
  const { calibrated, reason } = input;
  await changeEntry(sessionId, subjectId, ifMatch, (before) => ({
    calibrated,
    potential: input.potential === undefined ? (before?.potential ?? null) : input.potential,
    reason: reason.trim(),
    overall,
  }));
}

/** Removes the entry of a subject; the history keeps it. Throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT. */
export async function deleteEntry(sessionId: string, subjectId: string, ifMatch?: string): Promise<void> {
  assertOpenCalibration(await findCalibration(sessionId));
  await changeEntry(sessionId, subjectId, ifMatch, (before) => {
    if (!before) throw notFound();
    return null;
  });
}

/** The subject's part in the cycle of the session; throws NOT_FOUND when the session does not cover it. */
async function coveredEvaluation({ cycleId, departmentIds }: Calibration, subjectId: string): Promise<Evaluation> {
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
  if (!evaluation || !coversDepartment(departmentIds, evaluation.departmentId)) throw notFound();
  if (!(await EmployeeModel.exists({ _id: subjectId }))) throw notFound();
  return evaluation;
}

type NewStatement = CalibrationStatement & Pick<CalibrationEntry, 'overall'>;

/**
 * Replaces an entry by what `decide` makes of it (null removes it), with its line of the history. Each change writes the
 * session's row first: it finds the session open, and changes of one session come one after the other, also before its
 * application.
 */
async function changeEntry(
  sessionId: string,
  subjectId: string,
  ifMatch: string | undefined,
  decide: (before: CalibrationEntry | null) => NewStatement | null,
): Promise<void> {
  const who = { by: actor().userId, at: now() };
  await inTransaction(async () => {
    const { matchedCount } = await CalibrationModel.updateOne(
      { _id: sessionId, status: { $in: [...OPEN_CALIBRATION] } },
      { $set: { status: CalibrationStatus.InProgress } },
    );
    if (matchedCount === 0) assertOpenCalibration(await findCalibration(sessionId));
    const before = await CalibrationEntryModel.findOne({ sessionId, subjectId }).lean<CalibrationEntry>();
    assertUnchanged(ifMatch, before);
    const after = decide(before);
    if (!after) await CalibrationEntryModel.deleteOne({ sessionId, subjectId });
    else if (before) await CalibrationEntryModel.updateOne({ _id: before._id }, { $set: { ...after, ...who } });
    else await new CalibrationEntryModel({ sessionId, subjectId, ...after, ...who }).save();
    const change = { before: before && statementOf(before), after: after && statementOf(after) };
    await new CalibrationChangeModel({ sessionId, subjectId, ...change, ...who }).save();
  });
}

function assertUnchanged(ifMatch: string | undefined, before: CalibrationEntry | null): void {
  if (before) assertMatches(ifMatch, before.revision);
  else if (ifMatch !== undefined) throw new AppError('PRECONDITION_FAILED', 'The subject has no entry any more.');
}

function statementOf({ calibrated, potential, reason }: CalibrationStatement): CalibrationStatement {
  return { calibrated, potential, reason };
}
