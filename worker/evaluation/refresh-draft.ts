import { bulkUpdate } from '../../shared/db/bulk';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { countCycleChange } from '../../shared/evaluation/cycles/cycle-sums.store';
import { holdCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel, type RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { CAN_ANSWER } from '../../shared/evaluation/participants/participation.store';
import { countDifference, updateTallies } from '../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { Employee } from '../../shared/people/employee.model';

type Person = Pick<Employee, '_id' | 'managerId' | 'departmentId' | 'jobProfileId'>;

/** The snapshot of an evaluation, and what its refreshing needs besides. */
type Snapshot = Pick<
  Evaluation,
  '_id' | 'subjectId' | 'managerId' | 'departmentId' | 'jobProfileId' | 'requirements' | 'refreshedBy' | 'tally'
>;
const SNAPSHOT_FIELDS = 'subjectId managerId departmentId jobProfileId requirements refreshedBy tally';

type Row = Pick<Participant, '_id' | 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'origin' | 'startedAt'>;

interface Refreshed {
  /** Subjects whose evaluation this job has changed, also in an earlier run. */
  refreshed: string[];
  /** Subjects who have lost the row of a former manager. */
  withoutManagerRow: string[];
}

/**
 * Gives existing evaluations of a Draft cycle the current manager, department, job profile and requirements, and frees the
 * place of the current manager: the generated row of a former one and the assigned Peer row of the current one are deleted
 * while they are unanswered. HR's own choices stay. Changes nothing when the cycle has left Draft. Call it in a fenced
 * transaction; its number of commands does not depend on the number of people.
 */
export async function refreshDraft(
  jobId: string,
  cycleId: string,
  people: readonly Person[],
  requirementsOf: (jobProfileId: string | null) => RequirementSnapshot[],
): Promise<Refreshed> {
  const { status } = await holdCycle(cycleId);
  if (status !== CycleStatus.Draft) return { refreshed: [], withoutManagerRow: [] };
  const subjectId = { $in: people.map(({ _id }) => _id) };
  const evaluations = await EvaluationModel.find({ cycleId, subjectId }).select(SNAPSHOT_FIELDS).lean<Snapshot[]>();
  const rows = await ParticipantModel.find({
    cycleId,
    subjectId,
    ...CAN_ANSWER,
    evaluatorType: { $in: [EvaluatorType.Manager, EvaluatorType.Peer] },
  })
    .select('subjectId evaluatorId evaluatorType origin startedAt')
    .lean<Row[]>();
  const personOf = new Map(people.map((person) => [person._id, person]));
  const fixed = new Set(rows.filter(isFixedManager).map((row) => row.subjectId));
  const changes = evaluations.flatMap((evaluation) => {
    const person = personOf.get(evaluation.subjectId);
    if (!person) return [];
    const isFixed = fixed.has(person._id);
    const facts = {
      managerId: isFixed ? evaluation.managerId : person.managerId,
      departmentId: person.departmentId,
      jobProfileId: person.jobProfileId,
      requirements: requirementsOf(person.jobProfileId),
    };
    return isSame(evaluation, facts) ? [] : [{ evaluation, facts }];
  });
  await bulkUpdate(
    EvaluationModel,
    changes.map(({ evaluation: { _id }, facts }) => ({
      updateOne: { filter: { _id }, update: { $set: { ...facts, refreshedBy: jobId }, $inc: { revision: 1 } } },
    })),
  );
  for (const { evaluation, facts } of changes) {
    countDifference(cycleId, evaluation.departmentId, evaluation.tally, undefined);
    countDifference(cycleId, facts.departmentId, undefined, evaluation.tally);
  }
  if (changes.length > 0) countCycleChange(cycleId);
  const freed = rows.filter((row) => !fixed.has(row.subjectId) && isInTheWay(row, personOf.get(row.subjectId)));
  await ParticipantModel.deleteMany({ _id: { $in: freed.map(({ _id }) => _id) } });
  await updateTallies(
    cycleId,
    freed.map((row) => row.subjectId),
  );
  const changed = new Set(changes.map(({ evaluation }) => evaluation._id));
  return {
    refreshed: evaluations.flatMap((evaluation) =>
      changed.has(evaluation._id) || evaluation.refreshedBy === jobId ? [evaluation.subjectId] : [],
    ),
    withoutManagerRow: freed.flatMap((row) => (row.evaluatorType === EvaluatorType.Manager ? [row.subjectId] : [])),
  };
}

/** Whether the Manager row stays although the employee's manager is another one: HR chose it, or it has answers. */
const isFixedManager = ({ evaluatorType, origin, startedAt }: Row): boolean =>
  evaluatorType === EvaluatorType.Manager && (origin !== ParticipantOrigin.Generation || startedAt !== null);

function isInTheWay({ evaluatorId, evaluatorType, origin, startedAt }: Row, person: Person | undefined): boolean {
  if (startedAt !== null) return false;
  if (evaluatorType === EvaluatorType.Manager) return evaluatorId !== person?.managerId;
  return origin === ParticipantOrigin.Assignment && evaluatorId === person?.managerId;
}

function isSame(
  evaluation: Snapshot,
  facts: Pick<Evaluation, 'managerId' | 'departmentId' | 'jobProfileId' | 'requirements'>,
): boolean {
  return (
    evaluation.managerId === facts.managerId &&
    evaluation.departmentId === facts.departmentId &&
    evaluation.jobProfileId === facts.jobProfileId &&
    textOf(evaluation.requirements) === textOf(facts.requirements)
  );
}

const textOf = (requirements: readonly RequirementSnapshot[]): string =>
  JSON.stringify(
    requirements.map(({ requirementId, requirement, requiredLevel, isCritical }) => [
      requirementId,
      requirement,
      requiredLevel,
      isCritical,
    ]),
  );
