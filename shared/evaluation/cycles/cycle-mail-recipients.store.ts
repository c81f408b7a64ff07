import { allRows } from '../../db/batches';
import { pickValues } from '../../db/pick';
import { now } from '../../kernel/clock';
import { EmployeeStatus } from '../../people/employee-status';
import { EmployeeModel } from '../../people/employee.model';
import { EvaluationModel } from '../evaluation.model';
import { ParticipantModel } from '../participants/participant.model';
import { isReminded } from '../participants/participation.rules';
import { CAN_ANSWER, COUNTED_SUBJECTS } from '../participants/participation.store';
import { addedEvaluators } from './added-evaluators.store';
import { AnswerProgress, type CycleMail, EVERYONE, type MailPart } from './cycle-mail.rules';
import { isReleasedByManagers, resultsReleasedAt } from './cycle-visibility.rules';
import type { Cycle } from './cycle.model';

const NOT_REMINDED = Object.values(EmployeeStatus).filter((status) => !isReminded(status));

/** A part, and when its email was started; omitted before that. */
type RecipientsPart = MailPart & { createdAt?: Date };

/**
 * Returns the recipients of an email about a cycle, each with the number of evaluations they have not submitted:
 * evaluators who can still answer; for a reminder only those of the part who are not OnLeave; those who were added, with
 * the number of what was added; or (with 0) the subjects whose results are released.
 */
export async function recipientsOf(
  kind: CycleMail,
  cycle: Cycle,
  { evaluatorType, departmentId, progress, participantIds, createdAt: startedAt }: RecipientsPart = EVERYONE,
): Promise<Map<string, number>> {
  const { _id: cycleId } = cycle;
  if (kind === 'results-published') {
    const subjects = isReleasedByManagers(cycle)
      ? await releasedSubjects(cycle)
      : await pickValues(EvaluationModel.find({ cycleId, ...COUNTED_SUBJECTS }), 'subjectId');
    return new Map(subjects.map((id) => [id, 0]));
  }
  if (kind === 'evaluations-added') return addedEvaluators(cycleId, startedAt ?? now());
  const evaluators = await ParticipantModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        cycleId,
        ...CAN_ANSWER,
        ...(evaluatorType ? { evaluatorType } : {}),
        ...answered(progress),
        ...(participantIds ? { _id: { $in: participantIds } } : {}),
      },
    },
    { $group: { _id: '$evaluatorId', count: { $sum: 1 } } },
  ]);
  const recipients = new Map(evaluators.map(({ _id, count }) => [_id, count]));
  if (kind === 'deadline-reminder')
    for (const id of await pickValues(EmployeeModel.find({ status: { $in: NOT_REMINDED } }), '_id'))
      recipients.delete(id);
  if (!departmentId) return recipients;
  const members = new Set(await pickValues(EmployeeModel.find({ departmentId }), '_id'));
  return new Map([...recipients].filter(([id]) => members.has(id)));
}

async function releasedSubjects(cycle: Cycle): Promise<string[]> {
  const rows = await allRows(EvaluationModel, { cycleId: cycle._id, ...COUNTED_SUBJECTS }, ['subjectId', 'releasedAt']);
  return rows
    .filter(({ releasedAt }) => resultsReleasedAt(cycle, releasedAt) !== null)
    .map(({ subjectId }) => subjectId);
}

function answered(progress: AnswerProgress | null): { answers?: object } {
  if (progress === null) return {};
  return { answers: progress === AnswerProgress.NotStarted ? { $eq: [] } : { $ne: [] } };
}

/**
 * Returns the values of an email and notification about the cycle; `count` is the recipient's number of unsubmitted
 * evaluations.
 */
export function cycleValues(
  { name, endDate }: Pick<Cycle, 'name' | 'endDate'>,
  count: number,
): { cycle: string; count: string; endDate: string } {
  return { cycle: name, count: String(count), endDate: endDate ?? '' };
}
