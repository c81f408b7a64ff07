import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import type { Evaluation } from '../../../shared/evaluation/evaluation.model';
import type { CalibrationStatement } from '../../../shared/insight/calibration/calibration-change.model';
import type { CalibrationEntry } from '../../../shared/insight/calibration/calibration-entry.model';
import type { Calibration } from '../../../shared/insight/calibration/calibration.model';
import { cycleScale } from '../../../shared/insight/cycles.store';
import { AppError, assertValid, conflict, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { subjectScore } from '../subject-scores.rules';
import {
  changingSession,
  coveredEvaluation,
  findEntry,
  type NewStatement,
  replaceEntry,
} from './calibration-changes.service';
import type { PutCalibrationEntry } from './calibration-entries.dto';
import { validateCalibration } from './calibration.rules';
import { assertJudgeable, assertOpenCalibration, findCalibration, undoableChange } from './calibration.store';

/**
 * Sets the entry of a subject and adds it to the history; the first one moves the session from Draft to InProgress.
 * Throws NOT_FOUND (also for a subject that the session does not cover), VALIDATION, PRECONDITION_FAILED, and CONFLICT
 * with the current status when the session is over or the cycle is Draft or Archived.
 */
export async function putEntry(
  sessionId: string,
  subjectId: string,
  input: PutCalibrationEntry,
  expected?: ExpectedRevision,
): Promise<void> {
  const session = await findCalibration(sessionId);
  const evaluation = await coveredEvaluation(session, subjectId);
  if (!evaluation) throw notFound();
  const cycle = await findCycle(session.cycleId);
  assertValid(validateCalibration(input, await cycleScale(cycle)));
  assertOpenCalibration(session);
  assertJudgeable(cycle);
  const { overall } = subjectScore(cycle, evaluation);
  const { calibrated, reason } = input;
  await changingSession(sessionId, async (current) => {
    const before = await findEntry(sessionId, subjectId);
    assertUnchanged(expected, before);
    const potential = input.potential === undefined ? (before?.potential ?? null) : input.potential;
    await replaceEntry(current, evaluation, {
      before,
      after: { calibrated, potential, reason: reason.trim(), overall },
    });
  });
}

/** Removes the entry of a subject; the history keeps it. Throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT. */
export async function deleteEntry(sessionId: string, subjectId: string, expected?: ExpectedRevision): Promise<void> {
  await changingSession(sessionId, async (session) => {
    const before = await findEntry(sessionId, subjectId);
    assertUnchanged(expected, before);
    if (!before) throw notFound();
    await replaceEntry(session, { subjectId, departmentId: null }, { before, after: null });
  });
}

/**
 * Undoes the newest change of an entry that is not undone yet, by a change of its own: the history keeps both. Throws
 * NOT_FOUND, PRECONDITION_FAILED, and CONFLICT when nothing is left to undo, the session is over, or it no longer
 * covers the subject.
 */
export async function undoLastChange(sessionId: string, expected?: ExpectedRevision): Promise<void> {
  const session = await findCalibration(sessionId);
  assertOpenCalibration(session);
  assertRevision(session.revision, expected);
  const change = await undoableChange(sessionId);
  if (!change) throw conflict(refusal('CALIBRATION_HAS_NO_CHANGE'));
  const restored = change.before && (await restoredEntry(session, change.subjectId, change.before));
  await changingSession(sessionId, async (current) => {
    const last = await undoableChange(sessionId);
    if (last?._id !== change._id) throw conflict(refusal('CALIBRATION_CHANGED_CONCURRENTLY'));
    const before = await findEntry(sessionId, change.subjectId);
    const { subject = { subjectId: change.subjectId, departmentId: null }, after = null } = restored ?? {};
    await replaceEntry(current, subject, { before, after, undoes: change._id });
  });
}

/**
 * Returns the restored content of an entry, with the current overall score; throws CONFLICT when the session no longer
 * covers the subject.
 */
async function restoredEntry(
  session: Calibration,
  subjectId: string,
  statement: CalibrationStatement,
): Promise<{ subject: Evaluation; after: NewStatement }> {
  const subject = await coveredEvaluation(session, subjectId);
  if (!subject) throw conflict(refusal('CALIBRATION_LOST_EMPLOYEE'));
  const { overall } = subjectScore(await findCycle(session.cycleId), subject);
  return { subject, after: { ...statement, overall } };
}

function assertUnchanged(expected: ExpectedRevision | undefined, before: CalibrationEntry | null): void {
  if (before) assertRevision(before.revision, expected);
  else if (expected !== undefined) throw new AppError('PRECONDITION_FAILED', refusal('SUBJECT_HAS_NO_ENTRY'));
}
