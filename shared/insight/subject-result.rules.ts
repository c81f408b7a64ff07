import { type Participation, participation, subjectIsComplete } from '../evaluation/completeness.rules';
import type { Cycle } from '../evaluation/cycles/cycle.model';
import type { Evaluation, RequirementSnapshot } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import type { Participant } from '../evaluation/participants/participant.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import {
  effectiveScore,
  explainItems,
  explainScore,
  type ItemScore,
  itemScores,
  type ScoreExplanation,
  scoreItems,
} from '../evaluation/score.rules';
import { seededOrder } from '../evaluation/seeded-order.rules';
import { EVALUATOR_TYPES, type EvaluatorType } from '../framework/evaluator-type';
import type { RatingScale, TemplateContent, TemplateItem } from '../framework/template.rules';
import { hiddenGroups, overallPrecision, toPrecision } from './anonymity.rules';
import { type Gap, requirementItems, SubjectLevels } from './gaps/gap.rules';

/** Everything that is known of one subject of a cycle. */
export interface SubjectEvidence {
  cycle: Pick<Cycle, '_id' | 'status' | 'closedAt' | 'settings'>;
  evaluation: Pick<Evaluation, 'subjectId' | 'subjectPresence' | 'requirements' | 'calibrated' | 'calibratedAt'>;
  /** Those who are not withdrawn. */
  participants: readonly Participant[];
  content: TemplateContent;
}

/** What someone wrote at an item. */
export interface ResultComment {
  evaluatorType: EvaluatorType;
  evaluatorId: string;
  text: string;
}

/** One item with its scores by evaluator type and its comments. */
export interface ResultItem {
  item: TemplateItem;
  byType: ItemScore['byType'];
  overall: number | null;
  comments: ResultComment[];
}

/** A requirement of the profile and the level that the answers show; null when no answer measures it. */
export interface ResultRequirement extends RequirementSnapshot {
  gap: Gap | null;
  /** The items that measure it. */
  itemIds: string[];
  /** How its score came about: lines of every evaluator type over these items. */
  explanation: ScoreExplanation;
}

/** The results of one subject, unrounded: the source of the JSON and of the PDF alike. */
export interface SubjectResult {
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  /** The step to which `overall` is rounded for the viewer (see anonymity.rules); null where it is withheld. */
  precision: number | null;
  /** The scale of the scores. */
  scale: RatingScale;
  participation: Participation;
  complete: boolean;
  /** Lines of every evaluator type; those of `hidden` types are not for the viewer's eyes. */
  explanation: ScoreExplanation;
  hidden: ReadonlySet<EvaluatorType>;
  sections: { id: string; title: string; items: ResultItem[] }[];
  requirements: ResultRequirement[];
}

/**
 * The results of one subject (spec 2.6, 4.7). With an `anonymityMinimum` small rater groups are hidden: the overall score
 * stays the official one, but as coarse as the hidden groups need it, while items and requirements are taken over the other
 * groups alone, since a mean next to its visible parts would give the hidden part away. With null everything is shown.
 */
export function subjectResult(evidence: SubjectEvidence, anonymityMinimum: number | null): SubjectResult {
  const { cycle, evaluation, participants, content } = evidence;
  const { weights, useCalibration } = cycle.settings;
  const explanation = explainScore(participants, scoreItems(content), weights);
  const hidden = hiddenGroups(explanation.types, anonymityMinimum);
  const visible = participants.filter(({ evaluatorType }) => !hidden.has(evaluatorType));
  const counts = participation(participants);
  const precision = overallPrecision(explanation.types, anonymityMinimum, content.scale);
  const overall = toPrecision(explanation.overall, precision, content.scale);
  return {
    overall,
    calibrated: evaluation.calibrated,
    effective: effectiveScore(overall, evaluation.calibrated),
    precision,
    scale: content.scale,
    participation: counts,
    complete: subjectIsComplete({
      cycle,
      counts: subjectCounts(evaluation),
      participation: counts,
      useCalibration,
      calibrationApplied: evaluation.calibratedAt !== null,
    }),
    explanation,
    hidden,
    sections: resultSections(evidence, visible),
    requirements: resultRequirements(evidence, visible),
  };
}

function resultSections(
  { cycle, evaluation, content }: SubjectEvidence,
  participants: readonly Participant[],
): SubjectResult['sections'] {
  const scores = new Map(
    itemScores(participants, content, cycle.settings.weights).map((score) => [score.itemId, score]),
  );
  return content.sections.map(({ id, title, items }) => ({
    id,
    title,
    items: items.map((item) => ({
      item,
      byType: scores.get(item.id)?.byType ?? {},
      overall: scores.get(item.id)?.overall ?? null,
      // The seed names the item: one rater's comments stand at another place in each list.
      comments: commentsOn(item.id, participants, `${cycle._id}:${evaluation.subjectId}:${item.id}`),
    })),
  }));
}

/** By evaluator type, and shuffled inside a type, so that the order tells nothing of who wrote what. */
function commentsOn(itemId: string, participants: readonly Participant[], seed: string): ResultComment[] {
  const comments = participants
    .filter(({ status }) => countsAsSubmitted(status))
    .flatMap(({ _id, evaluatorType, evaluatorId, answers }) => {
      const text = answers.find((answer) => answer.itemId === itemId)?.comment?.trim() ?? '';
      return text === '' ? [] : [{ id: _id, evaluatorType, evaluatorId, text }];
    });
  const shuffled = seededOrder(comments, seed).map(({ evaluatorType, evaluatorId, text }) => ({
    evaluatorType,
    evaluatorId,
    text,
  }));
  return EVALUATOR_TYPES.flatMap((type) => shuffled.filter(({ evaluatorType }) => evaluatorType === type));
}

function resultRequirements(
  { cycle, evaluation, content }: SubjectEvidence,
  participants: readonly Participant[],
): ResultRequirement[] {
  const { weights } = cycle.settings;
  const items = requirementItems(content);
  const levels = new SubjectLevels(items, weights);
  for (const participant of participants) levels.add(participant);
  return evaluation.requirements.map((requirement) => {
    const measuring = [...items.byId].filter(([, { requirementId }]) => requirementId === requirement.requirementId);
    const itemWeights = new Map(measuring.map(([itemId, { weight }]) => [itemId, weight]));
    return {
      ...requirement,
      gap: levels.gaps([requirement])[0] ?? null,
      itemIds: [...itemWeights.keys()],
      explanation: explainItems(participants, itemWeights, weights),
    };
  });
}
