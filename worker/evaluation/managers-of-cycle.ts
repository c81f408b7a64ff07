import { bulkInsert, bulkUpdate } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { inTransaction } from '../../shared/db/transaction';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { managerToAsk } from '../../shared/evaluation/participants/evaluator-change.rules';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { isWithdrawn } from '../../shared/evaluation/participants/participation.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { derivedId } from '../../shared/kernel/ids';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';
import { newParticipant } from './participant-rows';

export type ManagerRow = Pick<Participant, '_id' | 'subjectId' | 'status' | 'evaluatorPresence' | 'subjectPresence'>;
export const MANAGER_ROW_FIELDS = 'subjectId evaluatorType status evaluatorPresence subjectPresence';

interface Person {
  _id: string;
  managerId: string | null;
}

type Existing = Pick<Evaluation, '_id' | 'subjectId' | 'managerId' | 'managerRemoved'>;

export interface ManagerGiven {
  subjectId: string;
  managerId: string;
  /** The withdrawn row that it replaces; null without one. */
  replaces: string | null;
}

/** Returns the managers that existing evaluations get; one query for all of their roles. */
export async function managersToGive(
  cycleId: string,
  people: readonly Person[],
  state: {
    evaluations: ReadonlyMap<string, Existing>;
    managerRows: ReadonlyMap<string, ManagerRow>;
    activeIds: ReadonlySet<string>;
  },
): Promise<ManagerGiven[]> {
  const choose = (person: Person, hasRole: (evaluatorId: string) => boolean): ManagerGiven[] => {
    const evaluation = state.evaluations.get(person._id);
    if (!evaluation) return [];
    const row = state.managerRows.get(person._id);
    const managerId = managerToAsk({
      remembered: evaluation.managerId,
      present: person.managerId,
      row,
      managerRemoved: evaluation.managerRemoved,
      isActive: (id) => state.activeIds.has(id),
      hasRole,
    });
    return managerId === null ? [] : [{ subjectId: person._id, managerId, replaces: row?._id ?? null }];
  };
  const lacking = people.filter((person) => choose(person, () => false).length > 0);
  if (lacking.length === 0) return [];
  const subjectId = { $in: lacking.map(({ _id }) => _id) };
  const roles = await pickRows(ParticipantModel.find({ cycleId, subjectId }), 'subjectId', 'evaluatorId');
  const taken = new Set(roles.map((role) => `${role.subjectId} ${role.evaluatorId}`));
  return lacking.flatMap((person) => choose(person, (evaluatorId) => taken.has(`${person._id} ${evaluatorId}`)));
}

/** Returns the id of the row of a manager who replaces another, so that a repeated run recognizes it. */
export function replacementId(jobId: string, subjectId: string): string {
  return derivedId(jobId, 'manager', subjectId);
}

/**
 * Adds managers as evaluators and updates the evaluations. The withdrawn rows are deleted in the same transaction,
 * unless the former manager has returned. Returns the subjects whose manager was replaced.
 */
export async function assignManagers(
  jobId: string,
  cycleId: string,
  given: readonly ManagerGiven[],
): Promise<string[]> {
  if (given.length === 0) return [];
  await ensureEmployeeUsage();
  return inTransaction(async () => {
    await serializeEmployeeChanges();
    const due = await stillDue(cycleId, given);
    if (due.length === 0) return [];
    await ParticipantModel.deleteMany({ _id: { $in: due.flatMap(({ replaces }) => replaces ?? []) } });
    await bulkUpdate(
      EvaluationModel,
      due.map(({ subjectId, managerId }) => ({
        updateOne: { filter: { cycleId, subjectId }, update: { $set: { managerId }, $inc: { revision: 1 } } },
      })),
    );
    const role = { cycleId, evaluatorType: EvaluatorType.Manager, origin: ParticipantOrigin.Generation };
    await bulkInsert(
      ParticipantModel,
      due.map(({ subjectId, managerId, replaces }) => ({
        ...newParticipant({ ...role, subjectId, evaluatorId: managerId }),
        ...(replaces === null ? {} : { _id: replacementId(jobId, subjectId) }),
      })),
    );
    await updateTallies(
      cycleId,
      due.map(({ subjectId }) => subjectId),
    );
    return due.filter(({ replaces }) => replaces !== null).map(({ subjectId }) => subjectId);
  });
}

/**
 * Returns the entries whose evaluation still lacks a manager who can answer, and whose manager has no evaluator type
 * for the subject yet.
 */
async function stillDue(cycleId: string, given: readonly ManagerGiven[]): Promise<ManagerGiven[]> {
  const subjectIds = given.map(({ subjectId }) => subjectId);
  const rows = await ParticipantModel.find({ cycleId, subjectId: { $in: subjectIds } })
    .select(`${MANAGER_ROW_FIELDS} evaluatorId`)
    .lean<(ManagerRow & Pick<Participant, 'evaluatorId' | 'evaluatorType'>)[]>();
  const hasRole = new Set(rows.map(({ subjectId, evaluatorId }) => `${subjectId} ${evaluatorId}`));
  const managerRows = rows.filter(({ evaluatorType }) => evaluatorType === EvaluatorType.Manager);
  const rowOf = new Map(managerRows.map((row) => [row.subjectId, row]));
  return given.filter(({ subjectId, managerId, replaces }) => {
    const row = rowOf.get(subjectId);
    const isUnchanged = (row?._id ?? null) === replaces && (!row || isWithdrawn(row));
    return isUnchanged && !hasRole.has(`${subjectId} ${managerId}`);
  });
}
