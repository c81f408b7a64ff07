import { ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { isGuarded } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { subjectCounts } from '../../shared/evaluation/participants/participation.rules';
import { roundedInterval } from '../../shared/evaluation/score-interval.rules';
import { round2, round2OrNull, type ScoreExplanation } from '../../shared/evaluation/score.rules';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import { type RatingScale, requirementIdOf } from '../../shared/framework/template.rules';
import type { ResultComment } from '../../shared/insight/result-comments.rules';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { ResultItem, ResultRequirement, SubjectResult } from '../../shared/insight/subject-result.rules';
import type { EvaluatedEmployee } from '../../shared/insight/subject-result.store';
import { toInstant, toInstantOrNull } from '../../shared/kernel/clock';
import {
  type CommentView,
  type ItemResult,
  type RequirementResult,
  type SubjectResultView,
  type SuppressedTypes,
  type TypeScore,
} from './evaluation-results.dto';
import type { HighlightsView, HighlightView } from './highlights.dto';
import { highlightsOf } from './highlights.rules';

/** The inputs of the view of a subject's results. */
export interface ResultContext {
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  scale: RatingScale;
  names: SnapshotNames;
  /** The explained score of each competency and skill that items measure, within the viewer's limits. */
  competencies: ReadonlyMap<string, ScoreExplanation>;
  /** Returns the name of a competency or skill; null for null and for a deleted one. */
  competencyName(id: string | null): string | null;
  /** Returns the name of an evaluator; null when raters are not named. */
  evaluatorName(id: string): string | null;
  explain: boolean;
  /** The viewer is not HR: each figure has whether it is hidden, and since when it is shown. */
  isLimited: boolean;
}

/** Returns the results of one subject as the API shows them: scores with two decimals. */
export function toSubjectResultView(result: SubjectResult, context: ResultContext): SubjectResultView {
  const { cycle, evaluated, scale, names } = context;
  const { evaluation, employee } = evaluated;
  return {
    cycleId: cycle._id,
    cycle: cycle.name,
    cycleStatus: cycle.status,
    subjectId: employee._id,
    subject: employee.fullName,
    departmentId: evaluation.departmentId,
    department: names.department(evaluation.departmentId),
    jobProfileId: evaluation.jobProfileId,
    jobProfile: names.jobProfile(evaluation.jobProfileId),
    closedAt: toInstantOrNull(cycle.closedAt),
    resultsPublishedAt: toInstantOrNull(cycle.resultsPublishedAt),
    release: cycle.settings.release ?? ReleaseBy.Hr,
    releasedAt: toInstantOrNull(result.releasedAt),
    withheldComments: result.withheldComments,
    withdrawn: !subjectCounts(evaluation),
    overall: round2OrNull(result.overall),
    interval: roundedInterval(result.interval),
    calibrated: round2OrNull(result.calibrated),
    effective: round2OrNull(result.effective),
    hiddenTypes: [...result.hiddenTypes],
    ...result.participation,
    complete: result.complete,
    scale: { min: scale.min, max: scale.max, labels: [...scale.labels] },
    highlights: toHighlights(result, context),
    typeScores: typeScores(result, context),
    sections: result.sections.map(({ id, title, items }) => ({
      id,
      title,
      items: items.map((item) => toItemResult(item, context)),
    })),
    otherComments: result.otherComments.map((comment) => toCommentView(comment, context)),
    requirements: result.requirements.map((requirement) => ({
      ...toRequirementResult(requirement),
      ...(context.isLimited ? { suppressed: toSuppressed(requirement.suppressed) } : {}),
      ...(context.explain ? { explanation: requirement.explanation } : {}),
    })),
    ...(context.explain ? { explanation: result.explanation } : {}),
  };
}

function toHighlights({ sections }: SubjectResult, context: ResultContext): HighlightsView {
  const ofCompetencies = Array.from(context.competencies, ([id, { overall }]) =>
    toHighlight('Competency', id, context.competencyName(id), overall),
  );
  const ofItems = sections
    .flatMap(({ items }) => items)
    .filter(({ item }) => !item.measuresPotential)
    .map(({ item, overall }) => toHighlight('Item', item.id, item.text, overall));
  return highlightsOf(ofCompetencies.flat(), ofItems.flat());
}

function toHighlight(
  kind: HighlightView['kind'],
  id: string,
  name: string | null,
  mean: number | null,
): HighlightView | [] {
  return name === null || mean === null ? [] : { kind, id, name, mean: round2(mean) };
}

function typeScores(
  { explanation: { types }, hiddenTypes, asOf }: SubjectResult,
  { isLimited }: Pick<ResultContext, 'isLimited'>,
): TypeScore[] {
  return types
    .filter(({ participants, mean }) => participants > 0 || mean !== null)
    .map(({ evaluatorType, mean, participants, submitted }) => {
      const isHidden = isGuarded(evaluatorType) && hiddenTypes.includes(evaluatorType);
      const since = asOf.get(evaluatorType);
      return {
        evaluatorType,
        score: round2OrNull(mean),
        participants,
        submitted,
        hidden: isHidden,
        ...(isLimited ? { suppressed: isHidden, ...(since ? { asOf: toInstant(since) } : {}) } : {}),
      };
    });
}

function toSuppressed(types: readonly EvaluatorType[]): SuppressedTypes {
  return Object.fromEntries(types.map((type) => [type, true]));
}

function toItemResult({ item, byType, suppressed, overall, comments }: ResultItem, context: ResultContext): ItemResult {
  const scores: ItemResult['scores'] = {};
  for (const type of EVALUATOR_TYPES) {
    const score = byType[type];
    if (score) scores[type] = round2(score.mean);
    else if (isGuarded(type) && suppressed.includes(type)) scores[type] = null;
  }
  return {
    itemId: item.id,
    text: item.text,
    type: item.type,
    competencyId: requirementIdOf(item),
    competency: context.competencyName(requirementIdOf(item)),
    measuresPotential: item.measuresPotential,
    scores,
    ...(context.isLimited ? { suppressed: toSuppressed(suppressed) } : {}),
    average: round2OrNull(overall),
    comments: comments.map((comment) => toCommentView(comment, context)),
  };
}

function toCommentView(
  { id, evaluatorType, evaluatorId, text, isWithheld }: ResultComment,
  context: ResultContext,
): CommentView {
  const evaluator = context.evaluatorName(evaluatorId);
  return {
    id,
    evaluatorType,
    evaluatorId: evaluator === null ? null : evaluatorId,
    evaluator,
    text,
    ...(context.isLimited ? {} : { isWithheld }),
  };
}

function toRequirementResult({ gap, ...requirement }: ResultRequirement): RequirementResult {
  const { requirementId, isCritical, requiredLevel, itemIds } = requirement;
  return {
    requirementId,
    requirement: requirement.requirement,
    isCritical,
    requiredLevel,
    currentLevel: round2OrNull(gap?.currentLevel ?? null),
    gapLevel: gap?.gapLevel ?? null,
    priority: gap?.priority ?? null,
    itemIds,
  };
}
