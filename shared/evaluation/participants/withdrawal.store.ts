import { EvaluationModel, type Withdrawal } from '../evaluation.model';
import { updateTallies } from '../subject-tally.store';
import { ParticipantModel } from './participant.model';
import { Presence } from './presence';

/**
 * Withdraws subjects from a cycle, also who has left and may return: their answers stay stored, but no one is asked and nothing counts. Call it in a
 * transaction. A few commands, whatever their number.
 */
export async function withdrawSubjects(
  cycleId: string,
  subjectIds: readonly string[],
  withdrawal: Withdrawal,
): Promise<void> {
  const isHere = { subjectPresence: { $nin: [Presence.Withdrawn, Presence.Deleted] } };
  await change(cycleId, subjectIds, isHere, Presence.Withdrawn, withdrawal);
}

/** Lets withdrawn subjects take part again; call it in a transaction. */
export async function restoreSubjects(cycleId: string, subjectIds: readonly string[]): Promise<void> {
  await change(cycleId, subjectIds, { subjectPresence: Presence.Withdrawn }, Presence.Present, null);
}

async function change(
  cycleId: string,
  subjectIds: readonly string[],
  present: object,
  subjectPresence: Presence,
  withdrawal: Withdrawal | null,
): Promise<void> {
  if (subjectIds.length === 0) return;
  const some = { cycleId, subjectId: { $in: [...subjectIds] }, ...present };
  await EvaluationModel.updateMany(some, { $set: { subjectPresence, withdrawal } });
  await ParticipantModel.updateMany(some, { $set: { subjectPresence } });
  await updateTallies(cycleId, subjectIds);
}
