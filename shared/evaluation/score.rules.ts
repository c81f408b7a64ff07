import { EVALUATOR_TYPES, type EvaluatorType, type EvaluatorWeights } from '../framework/evaluator-type';
import {
  feedsPotential,
  feedsScore,
  templateItems,
  type TemplateContent,
  type TemplateItem,
} from '../framework/template.rules';
import { type Answer } from './answer.rules';
import { countsAsSubmitted, type ParticipantStatus } from './participants/participant-status';

/**
 * Scores: items -> participant -> evaluator type -> overall (docs/specification.md, "Scores"). Results, explanations, exports,
 * datasets, gaps and the nine-box all use these functions, so that they cannot disagree. Nothing is rounded before output.
 */

export interface AnsweredParticipant {
  evaluatorType: EvaluatorType;
  status: ParticipantStatus;
  answers: readonly Answer[];
}

export interface ScoredParticipant extends AnsweredParticipant {
  /** The score that the submission stored; it stays when retention deletes the answers. */
  score: number | null;
}

/** The weights, by item id, of the items of a mean; answers to other items are ignored. */
export type ItemWeights = ReadonlyMap<string, number>;

/** One line of the explanation of an overall score: the contribution of one evaluator type. */
export interface TypeContribution {
  evaluatorType: EvaluatorType;
  participants: number;
  submitted: number;
  /** Mean of the submitted participants' scores; null when there is none. */
  mean: number | null;
  /** The cycle's weight. */
  weight: number;
  /** The weight after rescaling to 1 over the types that have a mean; 0 for the others. */
  rescaledWeight: number;
  /** mean x rescaledWeight. */
  contribution: number;
}

/** An overall score and its explanation; `overall` is the sum of the contributions. */
export interface ScoreExplanation {
  types: TypeContribution[];
  overall: number | null;
}

/** Tolerance for comparing sums of doubles that would be equal in exact arithmetic. */
export const SCORE_EPSILON = 1e-9;

/** True when a value is at or above a bound, allowing for floating-point error (3.9999999999 reaches 4). */
export function reaches(value: number, bound: number): boolean {
  return value >= bound - SCORE_EPSILON;
}

/** Rounds to two decimals, half away from zero (4.335 -> 4.34, -0.125 -> -0.13); for output only. */
export function round2(value: number): number {
  const hundredths = Math.floor(Math.abs(value) * 100 + 0.5 + 100 * SCORE_EPSILON);
  return (Math.sign(value) * hundredths) / 100 + 0; // + 0 turns -0 into 0
}

/** `round2`, and null for null. */
export function round2OrNull(value: number | null): number | null {
  return value === null ? null : round2(value);
}

export function scoreItems(content: TemplateContent): ItemWeights {
  return weightsOf(templateItems(content).filter(feedsScore));
}

export function potentialItems(content: TemplateContent): ItemWeights {
  return weightsOf(templateItems(content).filter(feedsPotential));
}

function weightsOf(items: readonly TemplateItem[]): ItemWeights {
  return new Map(items.map((item) => [item.id, item.weight]));
}

/**
 * Returns the weighted mean of one participant's ratings of these items without not-applicable ones; null when none is rated.
 */
export function participantScore(answers: readonly Answer[], items: ItemWeights): number | null {
  let sum = 0;
  let total = 0;
  for (const answer of answers) {
    const weight = items.get(answer.itemId);
    if (weight === undefined || !isRated(answer)) continue;
    sum += weight * answer.score;
    total += weight;
  }
  return total > 0 ? sum / total : null;
}

export function isRated(answer: Answer): answer is Answer & { score: number } {
  return answer.score !== null && !answer.notApplicable;
}

/** Running means per evaluator type: add the scores of submitted participants, then read the means. */
export class TypeMeans {
  /** A plain object, since lists of thousands of subjects create two of these each. */
  private readonly sums: Partial<Record<EvaluatorType, { sum: number; count: number }>> = {};

  add(evaluatorType: EvaluatorType, score: number): void {
    const entry = this.sums[evaluatorType];
    if (entry) {
      entry.sum += score;
      entry.count += 1;
    } else {
      this.sums[evaluatorType] = { sum: score, count: 1 };
    }
  }

  /** Returns the mean of the type; null without scores. */
  mean(evaluatorType: EvaluatorType): number | null {
    const entry = this.sums[evaluatorType];
    return entry ? entry.sum / entry.count : null;
  }

  /** Returns the number of scores added for the type. */
  count(evaluatorType: EvaluatorType): number {
    return this.sums[evaluatorType]?.count ?? 0;
  }

  /** See `weightedMean`. */
  overall(weights: Readonly<EvaluatorWeights>): number | null {
    return weightedMean((type) => this.mean(type), weights);
  }
}

/**
 * Returns the mean of the types that have one, weighted by the cycle's weights rescaled to 1; null without any, and
 * when the cycle gives weight 0 to all of them.
 */
export function weightedMean(
  meanOf: (evaluatorType: EvaluatorType) => number | null,
  weights: Readonly<EvaluatorWeights>,
): number | null {
  let sum = 0;
  let total = 0;
  // In a fixed order, so that the last bit of the sum does not depend on the order of the participants.
  for (const evaluatorType of EVALUATOR_TYPES) {
    const mean = meanOf(evaluatorType);
    if (mean === null) continue;
    sum += weights[evaluatorType] * mean;
    total += weights[evaluatorType];
  }
  return total > 0 ? sum / total : null;
}

/** Returns the means per evaluator type of the scores that `scoreOf` returns of the submitted participants. */
export function typeMeans<T extends Pick<AnsweredParticipant, 'evaluatorType' | 'status'>>(
  participants: Iterable<T>,
  scoreOf: (participant: T) => number | null,
): TypeMeans {
  const means = new TypeMeans();
  for (const participant of participants) {
    if (!countsAsSubmitted(participant.status)) continue;
    const score = scoreOf(participant);
    if (score !== null) means.add(participant.evaluatorType, score);
  }
  return means;
}

export function storedScore({ score }: Pick<ScoredParticipant, 'score'>): number | null {
  return score;
}

/** Returns a function that calculates a participant's score over some of the items. */
export function scoreOver(items: ItemWeights): (participant: Pick<AnsweredParticipant, 'answers'>) => number | null {
  return ({ answers }) => participantScore(answers, items);
}

/** Explains a score over some of the items; without answers there is none, since only the score over all items is stored. */
export function explainItems(
  participants: readonly AnsweredParticipant[],
  items: ItemWeights,
  weights: Readonly<EvaluatorWeights>,
): ScoreExplanation {
  const means = typeMeans(participants, scoreOver(items));
  return explainMeans(participants, (type) => means.mean(type), weights);
}

/** Explains the overall score of these type means by the contribution of every type (`?explain=true`); null where a type has none. */
export function explainMeans(
  participants: readonly Pick<AnsweredParticipant, 'evaluatorType' | 'status'>[],
  meanOf: (evaluatorType: EvaluatorType) => number | null,
  weights: Readonly<EvaluatorWeights>,
): ScoreExplanation {
  const counted = EVALUATOR_TYPES.filter((type) => meanOf(type) !== null);
  const total = counted.reduce((sum, type) => sum + weights[type], 0);
  const types = EVALUATOR_TYPES.map((evaluatorType): TypeContribution => {
    const ofType = participants.filter((participant) => participant.evaluatorType === evaluatorType);
    const mean = meanOf(evaluatorType);
    const rescaledWeight = mean !== null && total > 0 ? weights[evaluatorType] / total : 0;
    return {
      evaluatorType,
      participants: ofType.length,
      submitted: ofType.filter(({ status }) => countsAsSubmitted(status)).length,
      mean,
      weight: weights[evaluatorType],
      rescaledWeight,
      contribution: (mean ?? 0) * rescaledWeight,
    };
  });
  return { types, overall: weightedMean(meanOf, weights) };
}

/** Returns the effective score: the calibrated score if there is one, otherwise the overall score. */
export function effectiveScore(overall: number | null, calibrated: number | null): number | null {
  return calibrated ?? overall;
}

/** Scores of one item, split by evaluator type; types without a rating are omitted. */
export interface ItemScore {
  itemId: string;
  byType: Partial<Record<EvaluatorType, { mean: number }>>;
  /** The type means weighted like an overall score. */
  overall: number | null;
}

/** Returns the scores per item and evaluator type, in template order, over submitted participants. */
export function itemScores(
  participants: Iterable<AnsweredParticipant>,
  content: TemplateContent,
  weights: Readonly<EvaluatorWeights>,
): ItemScore[] {
  const rated = templateItems(content).filter((item) => feedsScore(item) || feedsPotential(item));
  const means = new Map(rated.map((item) => [item.id, new TypeMeans()]));
  for (const { status, evaluatorType, answers } of participants) {
    if (!countsAsSubmitted(status)) continue;
    for (const answer of answers) if (isRated(answer)) means.get(answer.itemId)?.add(evaluatorType, answer.score);
  }
  return [...means].map(([itemId, ofItem]) => {
    const byType: ItemScore['byType'] = {};
    for (const type of EVALUATOR_TYPES) {
      const mean = ofItem.mean(type);
      if (mean !== null) byType[type] = { mean };
    }
    return { itemId, byType, overall: ofItem.overall(weights) };
  });
}
