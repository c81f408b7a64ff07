import { isOver } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { competencyFigures } from '../../shared/insight/subject-result.rules';
import { findResult, subjectEvidence } from '../../shared/insight/subject-result.store';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import { notFound } from '../../shared/kernel/errors';
import { type ResultOwner, resultView, ResultView } from '../../shared/policies/result.policy';
import { signedIn, type Viewer } from '../../shared/policies/viewer';
import { type ComparisonView, toComparisonView } from './comparison.dto';
import { compareCompetencies, type ComparedCycle } from './comparison.rules';

/**
 * Compares a subject's self-assessment of each competency with the others', and with an earlier cycle: the given one, otherwise
 * the last that the caller may see. Throws NOT_FOUND, also for results and for a given cycle that the caller may not see.
 */
export async function getComparison(
  cycleId: string,
  subjectId: string,
  earlierId: string | undefined,
): Promise<ComparisonView> {
  const viewer = signedIn();
  const { cycle, evaluated, owner } = await findResult(cycleId, subjectId);
  if (resultView(viewer, owner) === null) throw notFound();
  const before = await earlierCycle(viewer, owner, cycle, earlierId);
  if (before === null && earlierId !== undefined) throw notFound();
  const today = await comparedCycle(viewer, owner, cycle, evaluated.evaluation);
  const then = before && (await comparedCycle(viewer, before.owner, before.cycle, before.evaluation));
  const compared = compareCompetencies(today, then);
  const nameOf = await requirementNames(compared.map(({ competencyId }) => competencyId));
  return toComparisonView(today.scale, before && before.cycle, compared, nameOf);
}

interface EarlierCycle {
  cycle: Cycle;
  evaluation: Evaluation;
  owner: ResultOwner;
}

/**
 * Returns the earlier cycle whose results the viewer may see: the given one, or the one that was closed last before this one.
 */
async function earlierCycle(
  viewer: Viewer,
  owner: ResultOwner,
  { _id, closedAt }: Cycle,
  earlierId: string | undefined,
): Promise<EarlierCycle | null> {
  const { subjectId } = owner;
  const evaluations = await EvaluationModel.find({ subjectId, ...COUNTED_SUBJECTS }).lean<Evaluation[]>();
  const evaluationOf = new Map(evaluations.map((evaluation) => [evaluation.cycleId, evaluation]));
  const cycles = await CycleModel.find({ _id: { $in: [...evaluationOf.keys()] } }).lean<Cycle[]>();
  const isEarlier = (cycle: Cycle): boolean =>
    cycle._id !== _id &&
    isOver(cycle.status) &&
    cycle.closedAt !== null &&
    (closedAt === null || cycle.closedAt < closedAt) &&
    (earlierId === undefined || cycle._id === earlierId.toLowerCase());
  const found = cycles.filter(isEarlier).flatMap((cycle): EarlierCycle[] => {
    const evaluation = evaluationOf.get(cycle._id);
    if (!evaluation) return [];
    const then = { ...owner, cycle, releasedAt: evaluation.releasedAt, counts: true };
    return resultView(viewer, then) === null ? [] : [{ cycle, evaluation, owner: then }];
  });
  found.sort((a, b) => (b.cycle.closedAt?.getTime() ?? 0) - (a.cycle.closedAt?.getTime() ?? 0));
  return found[0] ?? null;
}

async function comparedCycle(
  viewer: Viewer,
  owner: ResultOwner,
  cycle: Cycle,
  evaluation: Evaluation,
): Promise<ComparedCycle> {
  const isLimited = resultView(viewer, owner) !== ResultView.Full;
  const limits = isLimited ? (await viewerLimits(cycle._id, [owner.subjectId]))(owner.subjectId) : null;
  const evidence = await subjectEvidence(cycle, evaluation);
  return {
    scale: evidence.content.scale,
    weights: cycle.settings.weights,
    ...competencyFigures(evidence, limits),
  };
}
