import { EvaluatorType, type EvaluatorWeights } from '../../framework/evaluator-type';
import type { TemplateContent } from '../../framework/template.rules';
import {
  explainMeans,
  type ItemWeights,
  itemScores,
  type ScoredParticipant,
  type ScoreExplanation,
  scoreOver,
  storedScore,
  typeMeans,
  weightedMean,
} from '../score.rules';
import { GUARDED_TYPES, groupFigures, type GuardedType, isGuarded, meanOfItems } from './guarded-group.rules';
import type { PublishedGroup } from './publishing.rules';

/** What a viewer's figures are taken from. */
export interface DisclosureEvidence {
  content: TemplateContent;
  weights: Readonly<EvaluatorWeights>;
  /** Today's `anonymityMinimum`; a greater one of an earlier publishing still applies. */
  minimum: number;
  /** Today's participants: Self and Manager are shown, the others only counted. */
  participants: readonly ScoredParticipant[];
  /** The guarded groups as they were published. */
  groups: readonly PublishedGroup[];
}

/** One item as a viewer sees it: types without a rating are omitted, those whose mean is hidden are in `suppressed`. */
export interface VisibleItem {
  byType: Partial<Record<EvaluatorType, { mean: number }>>;
  suppressed: readonly EvaluatorType[];
  /** The shown means weighted like an overall score. */
  overall: number | null;
}

/** What a subject or manager may see of the scores of one subject, unrounded; no hidden rating has an effect on it. */
export interface VisibleFigures {
  /** The overall score of the shown types; null where nothing but Self is shown. */
  explanation: ScoreExplanation;
  /** Guarded types that someone was asked for and that are not shown, whatever their weight. */
  hiddenTypes: readonly GuardedType[];
  /** Since when the figures of the shown guarded types apply. */
  asOf: ReadonlyMap<EvaluatorType, Date>;
  item(itemId: string): VisibleItem;
  /** Explains a score over some of the scored items by what is shown of them. */
  explainItems(items: ItemWeights): ScoreExplanation;
}

/**
 * Takes away what a subject or manager may not see: each mean of a guarded type for an item that fewer than the minimum
 * have rated. The mean of a guarded type is the mean of its shown items' means.
 */
export function visibleFigures(evidence: DisclosureEvidence): VisibleFigures {
  const { content, weights, minimum, participants } = evidence;
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType));
  const groups = new Map(
    evidence.groups.map((group) => {
      const figures = groupFigures(group.raters, content, Math.max(group.minimum, minimum), group.mean);
      return [group.evaluatorType, { ...figures, asOf: group.asOf }] as const;
    }),
  );
  const explained = (ofGroup: (type: GuardedType) => number | null, ofOpen: ReturnType<typeof typeMeans>) =>
    withoutLoneSelf(
      explainMeans(participants, (type) => (isGuarded(type) ? ofGroup(type) : ofOpen.mean(type)), weights),
    );
  const meanOf = (type: GuardedType): number | null => groups.get(type)?.mean ?? null;
  const openItems = new Map(itemScores(open, content, weights).map((score) => [score.itemId, score.byType]));
  return {
    explanation: explained(meanOf, typeMeans(open, storedScore)),
    hiddenTypes: GUARDED_TYPES.filter(
      (type) => meanOf(type) === null && participants.some(({ evaluatorType }) => evaluatorType === type),
    ),
    asOf: new Map(Array.from(groups).flatMap(([type, { mean, asOf }]) => (mean === null ? [] : [[type, asOf]]))),
    item: (itemId) => {
      const byType: VisibleItem['byType'] = { ...openItems.get(itemId) };
      const suppressed: EvaluatorType[] = [];
      for (const type of GUARDED_TYPES) {
        const mean = groups.get(type)?.items.get(itemId);
        if (mean === null) suppressed.push(type);
        else if (mean !== undefined) byType[type] = { mean };
      }
      return { byType, suppressed, overall: weightedMean((type) => byType[type]?.mean ?? null, weights) };
    },
    explainItems: (some) => {
      const items = Array.from(some, ([id, weight]) => ({ id, weight }));
      return explained(
        (type) => meanOfItems(groups.get(type)?.items ?? new Map(), items),
        typeMeans(open, scoreOver(some)),
      );
    },
  };
}

/** A self-assessment alone is not a score of others. */
function withoutLoneSelf(explanation: ScoreExplanation): ScoreExplanation {
  const isShown = explanation.types.some(
    ({ evaluatorType, mean }) => evaluatorType !== EvaluatorType.Self && mean !== null,
  );
  return isShown ? explanation : { ...explanation, overall: null };
}
