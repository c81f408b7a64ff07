import { type Participation, participation, subjectIsComplete } from '../evaluation/completeness.rules';
import { isOver, resultsReleasedAt } from '../evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../evaluation/cycles/cycle.model';
import { type Disclosure, disclose, FULL_PRECISION } from '../evaluation/disclosure/disclosure.rules';
import { isGuarded } from '../evaluation/disclosure/guarded-group.rules';
import type { PublishedResults } from '../evaluation/disclosure/kept-results.model';
import type { Evaluation, RequirementSnapshot } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import type { Participant } from '../evaluation/participants/participant.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import type { Interval } from '../evaluation/score-interval.rules';
import {
  effectiveScore,
  explainItems,
  explainScore,
  itemScores,
  type ScoreExplanation,
  scoreItems,
} from '../evaluation/score.rules';
import { seededOrder } from '../evaluation/seeded-order.rules';
import { isWithheld, type WithheldComment } from '../evaluation/withheld-comment.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../framework/evaluator-type';
import { levelOfScore } from '../framework/level.rules';
import {
  contentForRequirements,
  type RatingScale,
  type TemplateContent,
  type TemplateItem,
} from '../framework/template.rules';
import { derivedId } from '../kernel/ids';
import { type Gap, gapAt, requirementItems } from './gaps/gap.rules';
import type { CycleStatistics } from './statistics/cycle-statistics.rules';
import { measuredInterval } from './statistics/measured-interval.rules';

/** The inputs of one subject's results. */
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

/** A comment of an evaluator on an item. */
export interface ResultComment {
  /**
   * Identifies the comment and its text: another comment of the same evaluator has an unrelated id, so that no one can
   * connect the two.
   */
  id: string;
  evaluatorType: EvaluatorType;
  evaluatorId: string;
  text: string;
  /** Only HR reads it. */
  isWithheld: boolean;
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
  /** The width of the range around the viewer's `overall` that contains the effective score (see disclosure.rules). */
  precision: number;
  /** The 90 % interval around `overall`; null where it is unknown. */
  interval: Interval | null;
  /** The scale of the scores. */
  scale: RatingScale;
  participation: Participation;
  complete: boolean;
  /** When they were released to the subject; null while they are not. */
  releasedAt: Date | null;
  /** The number of comments that HR withholds of those that would be shown. */
  withheldComments: number;
  /** Lines of every evaluator type; those of `hidden` types must not be shown. */
  explanation: ScoreExplanation;
  hidden: ReadonlySet<EvaluatorType>;
  /** Since when the shown figures of a guarded type apply; empty for HR, who see today's. */
  asOf: ReadonlyMap<EvaluatorType, Date>;
  sections: { id: string; title: string; items: ResultItem[] }[];
  requirements: ResultRequirement[];
}

/** What limits a viewer who is not HR. */
export interface ViewerLimits {
  anonymityMinimum: number;
  /** The guarded groups as published. */
  published: PublishedResults;
}

/** The figures of a subject, in full or as shown to a viewer. */
interface Figures extends Pick<SubjectResult, 'precision' | 'interval' | 'explanation' | 'hidden' | 'asOf'> {
  item(itemId: string): Pick<ResultItem, 'byType' | 'suppressed' | 'overall'>;
  explainItems(items: ReadonlyMap<string, number>): ScoreExplanation;
  comments: readonly WrittenComment[];
  /** Seed of the order of comments. */
  orderKey: string;
}

/** A comment with what identifies its author. */
interface WrittenComment extends Pick<ResultComment, 'evaluatorType' | 'evaluatorId' | 'text'> {
  itemId: string;
  /** Determines its place. */
  id: string;
}

/**
 * Returns the results of one subject. Null limits show everything, for HR; otherwise all figures and comments are those
 * that `disclose` returns for the groups as published.
 */
export function subjectResult(evidence: SubjectEvidence, limits: ViewerLimits | null): SubjectResult {
  const { cycle, evaluation, participants, content } = evidence;
  const figures = limits === null ? allFigures(evidence) : shownFigures(evidence, limits);
  const { overall } = figures.explanation;
  const { withheldComments } = evaluation;
  const counts = participation(participants);
  return {
    overall,
    calibrated: evaluation.calibrated,
    effective: effectiveScore(overall, evaluation.calibrated),
    precision: figures.precision,
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
    hidden: figures.hidden,
    asOf: figures.asOf,
    sections: resultSections(evidence, figures, limits === null),
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

function allFigures({ cycle, evaluation, participants, content, statistics }: SubjectEvidence): Figures {
  const { weights } = cycle.settings;
  const scores = new Map(itemScores(participants, content, weights).map((score) => [score.itemId, score]));
  return {
    precision: FULL_PRECISION,
    interval: statistics ? measuredInterval(evaluation.tally, { weights, scale: content.scale, statistics }) : null,
    explanation: explainScore(participants, scoreItems(content), weights),
    hidden: new Set(),
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
  { anonymityMinimum: minimum, published }: ViewerLimits,
): Figures {
  const { weights } = cycle.settings;
  const disclosed = disclose({ content, weights, minimum, participants, groups: published.groups });
  return {
    ...disclosed,
    hidden: hiddenTypes(disclosed),
    asOf: new Map(Array.from(disclosed.groups, ([type, { asOf }]) => [type, asOf])),
    comments: shownComments(disclosed, published, participants),
    orderKey: published.key,
  };
}

/** Returns the guarded types with answers but without a shown score. */
function hiddenTypes({ explanation, groups }: Disclosure): Set<EvaluatorType> {
  return new Set(
    explanation.types
      .filter(
        ({ evaluatorType, submitted }) =>
          isGuarded(evaluatorType) && (submitted > 0 || groups.get(evaluatorType)?.isSuppressed),
      )
      .map(({ evaluatorType }) => evaluatorType)
      .filter((type) => (groups.get(type)?.mean ?? null) === null),
  );
}

/** Returns the comments that were published with a guarded group. */
function shownComments(
  { groups }: Disclosure,
  published: PublishedResults,
  participants: readonly Participant[],
): WrittenComment[] {
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType));
  const guarded = published.groups.flatMap(({ evaluatorType, raters }) =>
    !groups.get(evaluatorType)?.isShown
      ? []
      : raters.flatMap(({ evaluatorId, comments }) => {
          const row = participants.find((participant) => participant.evaluatorId === evaluatorId);
          if (comments === null) return row ? submittedComments(row) : [];
          return comments.map((comment) => ({ ...comment, id: evaluatorId, evaluatorType, evaluatorId }));
        }),
  );
  return [...open.flatMap(submittedComments), ...guarded.map((comment) => ({ ...comment, id: comment.evaluatorId }))];
}

function submittedComments({ _id, evaluatorType, evaluatorId, status, answers }: Participant): WrittenComment[] {
  if (!countsAsSubmitted(status)) return [];
  return answers.flatMap(({ itemId, comment }) => {
    const text = comment?.trim() ?? '';
    return text === '' ? [] : [{ id: _id, itemId, evaluatorType, evaluatorId, text }];
  });
}

function resultSections(
  { content, evaluation }: SubjectEvidence,
  figures: Figures,
  withWithheld: boolean,
): SubjectResult['sections'] {
  return contentForRequirements(content, evaluation.requirements).sections.map(({ id, title, items }) => ({
    id,
    title,
    items: items.map((item) => ({
      item,
      ...figures.item(item.id),
      // The seed contains the item, so that one rater's comments have another place in each list.
      comments: inShuffledOrder(
        figures.comments.filter(({ itemId }) => itemId === item.id),
        `${figures.orderKey}:${item.id}`,
      )
        .map((comment) => toResultComment(comment, figures.orderKey, evaluation.withheldComments))
        .filter((comment) => withWithheld || !comment.isWithheld),
    })),
  }));
}

/** Sorts by evaluator type and shuffles within a type, so that the order reveals no author. */
function inShuffledOrder(comments: readonly WrittenComment[], seed: string): WrittenComment[] {
  const shuffled = seededOrder(comments, seed);
  return EVALUATOR_TYPES.flatMap((type) => shuffled.filter(({ evaluatorType }) => evaluatorType === type));
}

function toResultComment(
  comment: WrittenComment,
  key: string,
  withheld: readonly WithheldComment[] | undefined,
): ResultComment {
  const { evaluatorType, evaluatorId, itemId, text } = comment;
  const id = derivedId('comment', key, evaluatorId, itemId, text);
  return { id, evaluatorType, evaluatorId, text, isWithheld: isWithheld(withheld, comment) };
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
