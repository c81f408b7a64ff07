import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_PARTICIPANTS, COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { type SubjectResult, subjectResult } from '../../shared/insight/subject-result.rules';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';

/**
 * Returns the results of these subjects of a cycle by subject id, without comments, by the rules for viewers other than
 * HR. A constant number of queries; subjects who are not in the cycle, or left before it was over, are omitted.
 */
export async function teamResults(cycle: Cycle, subjectIds: readonly string[]): Promise<Map<string, SubjectResult>> {
  if (subjectIds.length === 0) return new Map();
  const some = { cycleId: cycle._id, subjectId: { $in: [...subjectIds] } };
  const limitsOf = await viewerLimits(cycle._id, subjectIds);
  const evaluations = await EvaluationModel.find({ ...some, ...COUNTED_SUBJECTS }).lean<Evaluation[]>();
  const participants = await ParticipantModel.find({ ...some, ...COUNTED_PARTICIPANTS })
    .select('-answers.comment')
    .lean<Participant[]>();
  const content = await cycleContent(cycle);
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
