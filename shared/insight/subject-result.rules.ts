import { type Participation, subjectIsComplete } from '../evaluation/completeness.rules';
import { isOver, resultsReleasedAt } from '../evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../evaluation/cycles/cycle.model';
import type { GuardedType } from '../evaluation/disclosure/guarded-group.rules';
import type { PublishedResults } from '../evaluation/disclosure/published-results.model';
import { type VisibleFigures, visibleFigures } from '../evaluation/disclosure/visible-figures.rules';
import type { Evaluation, RequirementSnapshot } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import type { Participant } from '../evaluation/participants/participant.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import type { Interval } from '../evaluation/score-interval.rules';
import {
  effectiveScore,
  explainItems,
  explainMeans,
  itemScores,
  type ScoreExplanation,
} from '../evaluation/score.rules';
import { meansOf, participationOf } from '../evaluation/subject-tally.rules';
import { isWithheld } from '../evaluation/withheld-comment.rules';
import { EvaluatorType } from '../framework/evaluator-type';
import { levelOfScore } from '../framework/level.rules';
import {
  contentForRequirements,
  type RatingScale,
  type TemplateContent,
  type TemplateItem,
  withoutPotential,
} from '../framework/template.rules';
import { type Gap, gapAt, requirementItems } from './gaps/gap.rules';
import {
  type ResultComment,
  shownComments,
  submittedComments,
  visibleComments,
  type WrittenComment,
  type WrittenComments,
} from './result-comments.rules';
import type { CycleStatistics } from './statistics/cycle-statistics.rules';
import { measuredInterval } from './statistics/measured-interval.rules';

export interface SubjectEvidence {
  cycle: Pick<Cycle, '_id' | 'status' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt' | 'settings'>;
  evaluation: Pick<
    Evaluation,
    | 'subjectId'
    | 'subjectPresence'
    | 'requirements'
    | 'calibrated'
    | 'calibratedAt'
    | 'tally'
    | 'releasedAt'
    | 'withheldComments'
  >;
  /** Participants who are not withdrawn. */
  participants: readonly Participant[];
  content: TemplateContent;
  /** The basis of HR's interval; omitted: no interval. */
  statistics?: CycleStatistics;
}

/** One item with its scores by evaluator type and its comments. */
export interface ResultItem {
  item: TemplateItem;
  byType: Partial<Record<EvaluatorType, { mean: number }>>;
  /** Types whose mean is hidden from the viewer, because too few rated the item. */
  suppressed: readonly EvaluatorType[];
  overall: number | null;
  comments: ResultComment[];
}

/** A requirement of the profile and its current level; null without a rating. */
export interface ResultRequirement extends RequirementSnapshot {
  gap: Gap | null;
  /** The items that determine its level. */
  itemIds: string[];
  /** The explanation of its score: lines of every evaluator type over these items. */
  explanation: ScoreExplanation;
  /** Types that contribute nothing but hidden means. */
  suppressed: readonly EvaluatorType[];
}

/** The results of one subject, unrounded, for JSON and PDF. */
export interface SubjectResult {
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  /** The 90 % interval around `overall`, for HR; null where it is unknown. */
  interval: Interval | null;
  /** The scale of the scores. */
  scale: RatingScale;
  participation: Participation;
  complete: boolean;
  /** When they were released to the subject; null while they are not. */
  releasedAt: Date | null;
  /** The number of comments that HR withholds of those that would be shown. */
  withheldComments: number;
  /** Lines of every evaluator type. */
  explanation: ScoreExplanation;
  /** Types that the score is without, because too few have rated; empty for HR. */
  hiddenTypes: readonly GuardedType[];
  /** Since when the shown figures of a guarded type apply; empty for HR, who see today's. */
  asOf: ReadonlyMap<EvaluatorType, Date>;
  sections: { id: string; title: string; items: ResultItem[] }[];
  /** Comments of shown groups on items whose figure is hidden: their item would reveal who may have written them. */
  otherComments: ResultComment[];
  requirements: ResultRequirement[];
}

export interface ViewerLimits {
  /** Also items that measure potential, as Self and Manager rated them: for access files. */
  showsPotential?: boolean;
  anonymityMinimum: number;
  /** The guarded groups as published. */
  published: PublishedResults;
}

interface Figures extends VisibleFigures, WrittenComments {
  /** The items that are shown. */
  content: TemplateContent;
  interval: Interval | null;
}

/**
 * Returns the results of one subject. Null limits show everything, for HR; otherwise all figures are calculated from
 * those that `visibleFigures` leaves of the groups as published.
 */
export function subjectResult(evidence: SubjectEvidence, limits: ViewerLimits | null): SubjectResult {
  const { cycle, evaluation, content } = evidence;
  const figures = limits === null ? allFigures(evidence) : shownFigures(evidence, limits);
  const { overall } = figures.explanation;
  const { withheldComments } = evaluation;
  const counts = participationOf(evaluation.tally);
  return {
    overall,
    calibrated: evaluation.calibrated,
    effective: effectiveScore(overall, evaluation.calibrated),
    interval: figures.interval,
    scale: content.scale,
    participation: counts,
    complete: subjectIsComplete({
      cycle,
      counts: subjectCounts(evaluation),
      participation: counts,
      useCalibration: cycle.settings.useCalibration,
      calibrationApplied: evaluation.calibratedAt !== null,
    }),
    releasedAt: isOver(cycle.status) ? resultsReleasedAt(cycle, evaluation.releasedAt) : null,
    withheldComments: figures.comments.filter((comment) => isWithheld(withheldComments, comment)).length,
    explanation: figures.explanation,
    hiddenTypes: figures.hiddenTypes,
    asOf: figures.asOf,
    sections: resultSections(evaluation, figures, limits === null),
    otherComments: shownComments(null, evaluation, figures, limits === null),
    requirements: resultRequirements(evidence, figures),
  };
}

/**
 * Explains the score of each competency and skill that items are mapped to, within the limits, and returns who besides
 * the subject has submitted.
 */
export function competencyFigures(
  evidence: SubjectEvidence,
  limits: ViewerLimits | null,
): { competencies: Map<string, ScoreExplanation>; evaluatorIds: string[] } {
  const figures = limits === null ? allFigures(evidence) : shownFigures(evidence, limits);
  const itemsOf = new Map<string, Map<string, number>>();
  const content = contentForRequirements(evidence.content, evidence.evaluation.requirements);
  for (const [itemId, { requirementId, weight }] of requirementItems(content).byId) {
    const items = itemsOf.get(requirementId) ?? new Map<string, number>();
    itemsOf.set(requirementId, items.set(itemId, weight));
  }
  return {
    competencies: new Map(Array.from(itemsOf, ([id, items]) => [id, figures.explainItems(items)])),
    evaluatorIds: evidence.participants
      .filter(({ evaluatorType, status }) => evaluatorType !== EvaluatorType.Self && countsAsSubmitted(status))
      .map(({ evaluatorId }) => evaluatorId),
  };
}

export function commentsWithin(evidence: SubjectEvidence, limits: ViewerLimits): readonly WrittenComment[] {
  return shownFigures(evidence, limits).comments;
}

function allFigures({ cycle, evaluation, participants, content, statistics }: SubjectEvidence): Figures {
  const { weights } = cycle.settings;
  const scores = new Map(itemScores(participants, content, weights).map((score) => [score.itemId, score]));
  return {
    content,
    interval: statistics ? measuredInterval(evaluation.tally, { weights, scale: content.scale, statistics }) : null,
    explanation: explainMeans(participants, meansOf(evaluation.tally), weights),
    hiddenTypes: [],
    asOf: new Map(),
    item: (itemId) => {
      const { byType = {}, overall = null } = scores.get(itemId) ?? {};
      return { byType, suppressed: [], overall };
    },
    explainItems: (items) => explainItems(participants, items, weights),
    comments: participants.flatMap(submittedComments),
    orderKey: `${cycle._id}:${evaluation.subjectId}`,
  };
}

function shownFigures(
  { cycle, participants, content }: SubjectEvidence,
  { anonymityMinimum: minimum, published, showsPotential = false }: ViewerLimits,
): Figures {
  const { weights } = cycle.settings;
  const visible = visibleFigures({ content, weights, minimum, participants, groups: published.groups });
  const shown = showsPotential ? content : withoutPotential(content);
  return {
    ...visible,
    content: shown,
    interval: null,
    comments: visibleComments(visible, published, participants, shown),
    orderKey: published.key,
  };
}

function resultSections(
  evaluation: SubjectEvidence['evaluation'],
  figures: Figures,
  withWithheld: boolean,
): SubjectResult['sections'] {
  return contentForRequirements(figures.content, evaluation.requirements).sections.map(({ id, title, items }) => ({
    id,
    title,
    items: items.map((item) => ({
      item,
      ...figures.item(item.id),
      comments: shownComments(item.id, evaluation, figures, withWithheld),
    })),
  }));
}

function resultRequirements({ evaluation, content }: SubjectEvidence, figures: Figures): ResultRequirement[] {
  const items = requirementItems(content);
  return evaluation.requirements.map((requirement) => {
    const measuring = [...items.byId].filter(([, { requirementId }]) => requirementId === requirement.requirementId);
    const itemWeights = new Map(measuring.map(([itemId, { weight }]) => [itemId, weight]));
    const explanation = figures.explainItems(itemWeights);
    return {
      ...requirement,
      gap: explanation.overall === null ? null : gapAt(requirement, levelOfScore(explanation.overall, content.scale)),
      itemIds: [...itemWeights.keys()],
      explanation,
      suppressed: explanation.types
        .filter(({ mean }) => mean === null)
        .map(({ evaluatorType }) => evaluatorType)
        .filter((type) => [...itemWeights.keys()].some((id) => figures.item(id).suppressed.includes(type))),
    };
  });
}
