import { Audience, resultsReleasedAt, showsResults } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_PARTICIPANTS, COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { cycleContents } from '../../shared/insight/cycles.store';
import { subjectResult } from '../../shared/insight/subject-result.rules';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import { actor } from '../../shared/kernel/context';
import type { PageRequest } from '../http/pagination';
import { type MyResultRow, toMyResultRow } from './my-results.dto';

/**
 * Returns one page of the results that are published to the caller, newest first, without small groups; empty without
 * an employee. One more query for each cycle of the page, for its publishing.
 */
export async function listMyResults(
  cycleId: string | undefined,
  page: PageRequest,
): Promise<{ items: MyResultRow[]; totalCount: number }> {
  const subjectId = actor().employeeId;
  if (subjectId === null) return { items: [], totalCount: 0 };
  const evaluations = await EvaluationModel.find({
    subjectId,
    ...COUNTED_SUBJECTS,
    ...(cycleId === undefined ? {} : { cycleId }),
  }).lean<Evaluation[]>();
  const evaluationOf = new Map(evaluations.map((evaluation) => [evaluation.cycleId, evaluation]));
  const since = (cycle: Cycle): Date | null => resultsReleasedAt(cycle, evaluationOf.get(cycle._id)?.releasedAt);
  const shown = (await CycleModel.find({ _id: { $in: [...evaluationOf.keys()] } }).lean<Cycle[]>())
    .filter((cycle) => showsResults(cycle, Audience.Subject, evaluationOf.get(cycle._id)?.releasedAt))
    .sort((a, b) => (since(b)?.getTime() ?? 0) - (since(a)?.getTime() ?? 0) || (a._id < b._id ? -1 : 1));
  const cycles = shown.slice((page.page - 1) * page.pageSize, page.page * page.pageSize);
  const limits = new Map<string, Awaited<ReturnType<typeof viewerLimits>>>();
  for (const cycle of cycles) limits.set(cycle._id, await viewerLimits(cycle._id, [subjectId]));
  const [participants, contentOf] = await Promise.all([
    ParticipantModel.find({ subjectId, cycleId: { $in: cycles.map(({ _id }) => _id) }, ...COUNTED_PARTICIPANTS })
      .select('-answers.comment')
      .lean<Participant[]>(),
    cycleContents(cycles),
  ]);
  const items = cycles.flatMap((cycle) => {
    const [evaluation, limitsOf] = [evaluationOf.get(cycle._id), limits.get(cycle._id)];
    if (!evaluation || !limitsOf) return [];
    const own = participants.filter((participant) => participant.cycleId === cycle._id);
    const result = subjectResult(
      { cycle, evaluation, participants: own, content: contentOf(cycle) },
      limitsOf(subjectId),
    );
    const self = own.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Self);
    return [toMyResultRow(cycle, result, self)];
  });
  return { items, totalCount: shown.length };
}
