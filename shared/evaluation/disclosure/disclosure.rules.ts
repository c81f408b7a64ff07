import { type EvaluatorType, type EvaluatorWeights } from '../../framework/evaluator-type';
import { type TemplateContent, type TemplateItem } from '../../framework/template.rules';
import type { Interval } from '../score-interval.rules';
import {
  explainMeans,
  type ItemWeights,
  itemScores,
  keptScore,
  SCORE_EPSILON,
  type ScoredParticipant,
  type ScoreExplanation,
  scoreItems,
  typeMeans,
  weightedMean,
} from '../score.rules';
import {
  GUARDED_TYPES,
  groupFigures,
  type GroupFigures,
  isGuarded,
  meanOfItems,
  quarterOf,
} from './guarded-group.rules';
import type { KeptGroup } from './publishing.rules';
import { shownInterval } from './shown-interval.rules';

/** The precision of a score that protects no one: two decimals. */
export const FULL_PRECISION = 0.01;

/**
 * Returns the largest difference between the exact score and one shown with this precision, rounded up to two decimals
 * for texts.
 */
export function maxDifference(precision: number): number {
  return Math.ceil(precision * 50 - SCORE_EPSILON) / 100;
}

/** What a viewer's figures are calculated from. */
export interface DisclosureEvidence {
  content: TemplateContent;
  weights: Readonly<EvaluatorWeights>;
  /** Today's `anonymityMinimum`; a greater one of an earlier publishing still applies. */
  minimum: number;
  /** Today's participants: Self and Manager are shown, the others only counted. */
  participants: readonly ScoredParticipant[];
  /** The guarded groups as they were published. */
  groups: readonly KeptGroup[];
}

/** A guarded group as a viewer sees it. */
export interface ShownGroup extends GroupFigures {
  /** What the group contributes to an overall score: its mean, or the middle of the quarter that contains a hidden mean. */
  counted: number | null;
  asOf: Date;
}

/** One item as a viewer sees it: types without a rating are omitted, those whose mean is hidden are in `suppressed`. */
export interface ShownItem {
  byType: Partial<Record<EvaluatorType, { mean: number }>>;
  suppressed: EvaluatorType[];
  /** The shown means weighted like an overall score. */
  overall: number | null;
}

/** Everything that a subject or manager sees of the scores of one subject, unrounded. */
export interface Disclosure {
  /** The effective score, calculated with the middle of the quarter of the scale in place of each hidden mean. */
  overall: number | null;
  /** The width of the range around `overall` that contains the effective score; 0.01 where nothing is hidden. */
  precision: number;
  /** A range around `overall`, calculated only from what the viewer sees (see shown-interval.rules). */
  interval: Interval | null;
  /** Lines of every evaluator type; a suppressed one has a null mean, and its contribution must not be shown. */
  explanation: ScoreExplanation;
  groups: ReadonlyMap<EvaluatorType, ShownGroup>;
  item(itemId: string): ShownItem;
  /** Explains a score over some of the items by what is shown of them. */
  explainItems(items: ItemWeights): ScoreExplanation;
}

/**
 * Returns what a subject or manager sees of one subject's scores. Figures of guarded groups are calculated from items
 * that at least the minimum have rated; only `overall` and what depends on it contain a hidden mean.
 */
export function disclose(evidence: DisclosureEvidence): Disclosure {
  const { content, weights, participants } = evidence;
  const groups = new Map(evidence.groups.map((group) => [group.evaluatorType, shownGroup(group, evidence)]));
  const items = shownItems(evidence, groups);
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType));
  const means = typeMeans(open, scoreItems(content), keptScore(scoreItems(content)));
  const counted = (type: EvaluatorType): number | null =>
    isGuarded(type) ? (groups.get(type)?.counted ?? null) : means.mean(type);
  const explanation = explainMeans(participants, counted, weights);
  const hidden = explanation.types.filter(({ evaluatorType }) => groups.get(evaluatorType)?.isSuppressed);
  const hiddenWeight = hidden.reduce((sum, { rescaledWeight }) => sum + rescaledWeight, 0);
  const precision = Math.max(FULL_PRECISION, roundedUp(hiddenWeight * quarterOf(content.scale)));
  const scoresOf = (type: EvaluatorType): number =>
    isGuarded(type) ? (groups.get(type)?.scores ?? 0) : means.count(type);
  return {
    overall: explanation.overall,
    precision,
    interval: shownInterval(explanation, scoresOf, content.scale, hiddenWeight > 0 ? precision / 2 : 0),
    explanation: {
      ...explanation,
      types: explanation.types.map((line) => (hidden.includes(line) ? { ...line, mean: null } : line)),
    },
    groups,
    item: (itemId) => items.get(itemId) ?? { byType: {}, suppressed: [], overall: null },
    explainItems: (some) => explainSome(evidence, groups, some),
  };
}

/** Rounds up to four decimals, so that a stated bound stays true. */
function roundedUp(value: number): number {
  return Math.ceil((value - SCORE_EPSILON) * 10_000) / 10_000;
}

function shownGroup(group: KeptGroup, { content, minimum }: DisclosureEvidence): ShownGroup {
  const { raters, mean, asOf } = group;
  const figures = groupFigures(raters, content, Math.max(group.minimum, minimum), mean);
  // If the group was shown before the minimum rose, its shown mean is kept: the exact one would reveal something new.
  const before = figures.isSuppressed ? groupFigures(raters, content, group.firstMinimum, mean) : figures;
  return { ...figures, counted: figures.mean ?? before.middle, asOf };
}

function shownItems(
  { content, weights, participants }: DisclosureEvidence,
  groups: ReadonlyMap<EvaluatorType, ShownGroup>,
): Map<string, ShownItem> {
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType));
  return new Map(
    itemScores(open, content, weights).map(({ itemId, byType }) => {
      const shown: ShownItem['byType'] = { ...byType };
      const suppressed: EvaluatorType[] = [];
      for (const type of GUARDED_TYPES) {
        const figure = groups.get(type)?.items.get(itemId);
        if (figure?.mean === null) suppressed.push(type);
        else if (figure) shown[type] = { mean: figure.mean };
      }
      return [
        itemId,
        { byType: shown, suppressed, overall: weightedMean((type) => shown[type]?.mean ?? null, weights) },
      ];
    }),
  );
}

function explainSome(
  { weights, participants }: DisclosureEvidence,
  groups: ReadonlyMap<EvaluatorType, ShownGroup>,
  some: ItemWeights,
): ScoreExplanation {
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType));
  const means = typeMeans(open, some);
  const items: Pick<TemplateItem, 'id' | 'weight'>[] = Array.from(some, ([id, weight]) => ({ id, weight }));
  const meanOf = (type: EvaluatorType): number | null =>
    isGuarded(type) ? meanOfItems(groups.get(type)?.items ?? new Map(), items) : means.mean(type);
  return explainMeans(participants, meanOf, weights);
}
