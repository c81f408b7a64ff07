import type { Cycle } from '../../shared/evaluation/cycle.model';
import type { CycleMail } from '../../shared/evaluation/cycle-mail.rules';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';

/**
 * Whom a mail about a cycle concerns now, and how many evaluations they have not submitted: evaluators who can still
 * answer, or (with 0) the subjects of published results.
 */
export async function recipientsOf(kind: CycleMail, cycleId: string): Promise<Map<string, number>> {
  if (kind === 'results-published') {
    const subjects: string[] = await EvaluationModel.distinct('subjectId', { cycleId });
    return new Map(subjects.map((id) => [id, 0]));
  }
  const evaluators = await ParticipantModel.aggregate<{ _id: string; count: number }>([
    { $match: { cycleId, status: ParticipantStatus.InProgress } },
    { $group: { _id: '$evaluatorId', count: { $sum: 1 } } },
  ]);
  return new Map(evaluators.map(({ _id, count }) => [_id, count]));
}

/** What the mail and the notification say about the cycle; `count`: unsubmitted evaluations of the recipient. */
export function cycleValues(
  { name, endDate }: Pick<Cycle, 'name' | 'endDate'>,
  count: number,
): { cycle: string; count: string; endDate: string } {
  return { cycle: name, count: String(count), endDate: endDate ?? '' };
}
