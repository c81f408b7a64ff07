import type { Cycle } from '../evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { COUNTED_PARTICIPANTS, COUNTED_SUBJECTS } from '../evaluation/participants/participation.store';
import { cycleContent } from './cycles.store';
import { type SubjectResult, subjectResult } from './subject-result.rules';
import { viewerLimits } from './viewer-limits.store';

/**
 * Results of these subjects of a cycle by subject id, without comments, as those see them who are not HR: by the same rules
 * as the results of one subject. A fixed number of queries, whatever their number; subjects who are not in the cycle, or left
 * before it was over, are left out.
 */
export async function teamResults(cycle: Cycle, subjectIds: readonly string[]): Promise<Map<string, SubjectResult>> {
  if (subjectIds.length === 0) return new Map();
  const some = { cycleId: cycle._id, subjectId: { $in: [...subjectIds] } };
  const limitsOf = await viewerLimits(cycle, subjectIds);
  const [evaluations, participants, content] = await Promise.all([
    EvaluationModel.find({ ...some, ...COUNTED_SUBJECTS }).lean<Evaluation[]>(),
    ParticipantModel.find({ ...some, ...COUNTED_PARTICIPANTS })
      .select('-answers.comment')
      .lean<Participant[]>(),
    cycleContent(cycle),
  ]);
  const participantsOf = new Map<string, Participant[]>();
  for (const participant of participants) {
    const own = participantsOf.get(participant.subjectId);
    if (own) own.push(participant);
    else participantsOf.set(participant.subjectId, [participant]);
  }
  return new Map(
    evaluations.map((evaluation) => {
      const evidence = { cycle, evaluation, participants: participantsOf.get(evaluation.subjectId) ?? [], content };
      return [evaluation.subjectId, subjectResult(evidence, limitsOf(evaluation.subjectId))];
    }),
  );
}
