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

/** The precision of a score that no one has to be protected from: two decimals. */
export const FULL_PRECISION = 0.01;

/** How far the exact score may be from a shown one of this precision, rounded up to two decimals, to be said in words. */
export function maxDifference(precision: number): number {
  return Math.ceil(precision * 50 - SCORE_EPSILON) / 100;
}

/** What a viewer's figures are made of. */
export interface DisclosureEvidence {
  content: TemplateContent;
  weights: Readonly<EvaluatorWeights>;
  /** `anonymityMinimum` of today; a greater one of a publishing holds. */
  minimum: number;
  /** Today's: those of Self and Manager are shown, of the others they are counted. */
  participants: readonly ScoredParticipant[];
  /** The guarded groups as they were published. */
  groups: readonly KeptGroup[];
}

/** A guarded group as a viewer sees it. */
export interface ShownGroup extends GroupFigures {
  /** What the group adds to an overall score: its mean, or the middle of the quarter that a hidden mean lies in. */
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

/** Everything that a subject or manager is shown of the scores of one subject, unrounded. */
export interface Disclosure {
  /** The official score, to which a hidden mean adds the middle of the quarter of the scale that it lies in. */
  overall: number | null;
  /** The width in which the official score lies around `overall`; 0.01 where nothing is hidden. */
  precision: number;
  /** A range around `overall`, from nothing that a viewer does not see (see shown-interval.rules). */
  interval: Interval | null;
  /** Lines of every evaluator type; the mean of a suppressed one is null and its contribution not for the viewer's eyes. */
  explanation: ScoreExplanation;
  groups: ReadonlyMap<EvaluatorType, ShownGroup>;
  item(itemId: string): ShownItem;
  /** How a score over some of the items comes about, over what is shown of them. */
  explainItems(items: ItemWeights): ScoreExplanation;
}

/**
 * What a subject or manager is shown of one subject's scores. Figures of guarded groups follow from the means of items that at
 * least the minimum have rated, and nothing but `overall` and what follows from it contains a hidden mean.
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

/** Four decimals, never less than the value, so that what is said of a score is true. */
function roundedUp(value: number): number {
  return Math.ceil((value - SCORE_EPSILON) * 10_000) / 10_000;
}

function shownGroup(group: KeptGroup, { content, minimum }: DisclosureEvidence): ShownGroup {
  const { raters, mean, asOf } = group;
  const figures = groupFigures(raters, content, Math.max(group.minimum, minimum), mean);
  // Of a group that was shown before the minimum rose, the mean that was shown: the exact one would tell something new.
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
