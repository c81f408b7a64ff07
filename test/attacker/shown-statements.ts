import type { ComparisonView } from '../../api/insight/comparison.dto';
import type { SubjectResultView } from '../../api/insight/evaluation-results.dto';
import { middleOfQuarter, quarterOf, ratingItems } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  type EvaluatedSubject,
  isGuardedType,
  itemMean,
  officialMean,
  ratersOf,
  scoredItems,
  truthOf,
} from './evaluated-subject';
import { type Linear, type Statement, weightedMean } from './linear-knowledge';

/** A result as a viewer was shown it after a publishing. */
export interface View {
  publishing: number;
  body: SubjectResultView;
  comparison: ComparisonView;
}

/** Two decimals are shown, half up. */
const HALF_A_DIGIT = 0.005 + 1e-9;
const EXACT = 1e-9;

/** Reads what a view tells about ratings. The attacker knows the rules, and since when a group is shown as it is. */
export class ShownStatements {
  readonly statements: Statement[] = [];
  /** Means that were not shown: of groups, and of items. */
  readonly hidden: { name: string; sum: Linear }[] = [];
  /** The means of hidden groups. */
  readonly hiddenGroups: { type: EvaluatorType; sum: Linear }[] = [];
  private readonly where: string;

  constructor(
    private readonly subject: EvaluatedSubject,
    private readonly view: View,
    private readonly former: readonly ShownStatements[] = [],
  ) {
    this.where = `publishing ${view.publishing + 1}`;
    this.readItems();
    this.readGroups();
    this.readOverall();
    this.readRequirements();
    this.readComparison();
  }

  /** The publishing that the figures of a type are of. A service that does not say so shows today's. */
  publishingOf(type: EvaluatorType): number {
    const asOf = this.view.body.typeScores.find(({ evaluatorType }) => evaluatorType === type)?.asOf;
    const found = asOf ? this.subject.publishings.findIndex(({ at }) => at === asOf) : this.view.publishing;
    if (found === -1) throw new Error(`No publishing was at ${asOf}.`);
    return found;
  }

  private get isByItems(): boolean {
    return this.view.body.typeScores.some(({ asOf }) => asOf !== undefined);
  }

  private add(
    says: string,
    sum: Linear | null,
    value: number | null | undefined,
    tolerance = HALF_A_DIGIT,
    hiddenTypes: readonly string[] = [],
  ): void {
    if (sum === null || value === null || value === undefined || sum.terms.size === 0) return;
    const [low, high] = [value - tolerance, value + tolerance];
    this.statements.push({ says: `${this.where}: ${says} ${value}`, sum, low, high, hiddenTypes });
  }

  private shownItems(): {
    at: number;
    scores: Partial<Record<EvaluatorType, number | null>>;
    average: number | null;
  }[] {
    const results = this.view.body.sections.flatMap(({ items }) => items);
    return ratingItems(this.subject.content).map(({ id }, at) => {
      const { scores = {}, average = null } = results.find(({ itemId }) => itemId === id) ?? {};
      return { at, scores, average };
    });
  }

  private readItems(): void {
    for (const { at, scores, average } of this.shownItems()) {
      const shown: { weight: number; sum: Linear }[] = [];
      for (const type of EVALUATOR_TYPES) {
        const mean = itemMean(this.subject, this.publishingOf(type), type, at);
        if (mean === null) continue;
        if (typeof scores[type] === 'number') {
          this.add(`item ${at + 1}, ${type}`, mean, scores[type]);
          shown.push({ weight: this.weights[type], sum: mean });
        } else if (mean.terms.size > 0) this.hidden.push({ name: `the mean of ${type} for item ${at + 1}`, sum: mean });
      }
      this.add(`item ${at + 1}, average`, weightedMean(shown), average);
    }
  }

  private get weights(): Record<EvaluatorType, number> {
    return this.subject.publishings[this.view.publishing]!.weights;
  }

  /** What a type's mean over some items is made of, as the service forms it. */
  private meanOver(type: EvaluatorType, items: readonly number[]): Linear | null {
    const publishing = this.publishingOf(type);
    if (!isGuardedType(type) || !this.isByItems) return officialMean(this.subject, publishing, type, items);
    const all = ratingItems(this.subject.content);
    return weightedMean(
      this.shownItems().flatMap(({ at, scores }) => {
        const sum =
          items.includes(at) && typeof scores[type] === 'number' ? itemMean(this.subject, publishing, type, at) : null;
        return sum ? [{ weight: all[at]!.weight, sum }] : [];
      }),
    );
  }

  private readGroups(): void {
    for (const { evaluatorType, score } of this.view.body.typeScores) {
      if (score !== null)
        this.add(`mean of ${evaluatorType}`, this.meanOver(evaluatorType, scoredItems(this.subject)), score);
      const { mean = null } =
        this.view.body.explanation?.types.find((line) => line.evaluatorType === evaluatorType) ?? {};
      this.add(
        `explained mean of ${evaluatorType}`,
        this.meanOver(evaluatorType, scoredItems(this.subject)),
        mean,
        EXACT,
      );
    }
  }

  private readOverall(): void {
    const { typeScores, overall, scorePrecision } = this.view.body;
    const items = scoredItems(this.subject);
    const parts: { weight: number; sum: Linear }[] = [];
    for (const type of EVALUATOR_TYPES) {
      const shown = typeScores.find(({ evaluatorType }) => evaluatorType === type)?.score ?? null;
      const official = officialMean(this.subject, this.publishingOf(type), type, items);
      const before = shown === null ? this.shownBefore(type) : null;
      const sum = shown === null ? (before ?? official) : this.meanOver(type, items);
      if (sum === null) continue;
      parts.push({ weight: this.weights[type], sum });
      if (shown !== null || before !== null || sum.terms.size === 0) continue;
      this.hidden.push({ name: `the mean of ${type}`, sum });
      this.hiddenGroups.push({ type, sum });
      if (this.isByItems && this.weights[type] > 0) this.giveQuarter(type, sum);
    }
    const tolerance = (scorePrecision ?? 0) / 2 + HALF_A_DIGIT;
    const hiddenTypes = this.hiddenGroups.map(({ type }) => type);
    this.add(
      `overall to ${scorePrecision},`,
      weightedMean(parts),
      scorePrecision === null ? null : overall,
      tolerance,
      hiddenTypes,
    );
    this.readInterval(weightedMean(parts), tolerance, hiddenTypes);
    this.add('explained overall', weightedMean(parts), this.view.body.explanation?.overall, EXACT, hiddenTypes);
  }

  /** Of an interval that the scale does not cut, the middle is one more figure of the score. */
  private readInterval(sum: Linear | null, tolerance: number, hiddenTypes: readonly EvaluatorType[]): void {
    const { interval, scale } = this.view.body;
    if (interval === null || interval.low <= scale.min || interval.high >= scale.max) return;
    this.add('middle of the interval', sum, (interval.low + interval.high) / 2, tolerance, hiddenTypes);
  }

  /** The mean of the same evaluators that was shown before the minimum rose; null where it was not. */
  private shownBefore(type: EvaluatorType): Linear | null {
    const today = JSON.stringify(ratersOf(this.subject, this.publishingOf(type), type));
    for (const former of this.former) {
      const score = former.view.body.typeScores.find(({ evaluatorType }) => evaluatorType === type)?.score ?? null;
      const raters = JSON.stringify(ratersOf(this.subject, former.publishingOf(type), type));
      if (score !== null && raters === today) return former.meanOver(type, scoredItems(this.subject));
    }
    return null;
  }

  /** A hidden mean enters as the middle of its quarter. The attacker is given the quarter, which two of them may not tell. */
  private giveQuarter(type: EvaluatorType, sum: Linear): void {
    const { scale } = this.subject.content;
    const middle = middleOfQuarter(truthOf(this.subject, sum), scale);
    const half = quarterOf(scale) / 2;
    const says = `${this.where}: the quarter of ${type} around ${middle}`;
    this.statements.push({ says, sum, low: middle - half, high: middle + half, hiddenTypes: [type] });
  }

  private readRequirements(): void {
    const { min, max } = this.subject.content.scale;
    const all = ratingItems(this.subject.content);
    for (const { requirement, itemIds, currentLevel } of this.view.body.requirements) {
      if (currentLevel === null) continue;
      const items = all.flatMap(({ id }, at) => (itemIds.includes(id) ? [at] : []));
      const score = min + ((currentLevel - 1) * (max - min)) / 4;
      const tolerance = (HALF_A_DIGIT * (max - min)) / 4;
      this.add(`level of ${requirement}`, this.shownMean(EVALUATOR_TYPES, items), score, tolerance);
    }
  }

  /** The mean of these types over some items, as far as their groups are shown. */
  private shownMean(types: readonly EvaluatorType[], items: readonly number[]): Linear | null {
    return weightedMean(
      types.flatMap((type) => {
        const { hidden = false } = this.view.body.typeScores.find(({ evaluatorType }) => evaluatorType === type) ?? {};
        const sum = hidden ? null : this.meanOver(type, items);
        return sum ? [{ weight: this.weights[type], sum }] : [];
      }),
    );
  }

  /** How a competency looks to the subject and to all others together: what the figures of a comparison follow from. */
  about(competencyId: string): { self: number | null; others: Linear | null } {
    const all = ratingItems(this.subject.content);
    const items = scoredItems(this.subject).filter((at) => all[at]!.competencyId === competencyId);
    const self = officialMean(this.subject, this.view.publishing, EvaluatorType.Self, items);
    return {
      self: self && self.constant,
      others: this.shownMean(
        EVALUATOR_TYPES.filter((type) => type !== EvaluatorType.Self),
        items,
      ),
    };
  }

  /** The difference is rounded apart from the others, and its kind says on which side of a fifth of the scale it lies. */
  private readComparison(): void {
    const { competencies, scale } = this.view.comparison;
    const notable = (scale.max - scale.min) / 5;
    for (const { competencyId, others, difference, kind } of competencies) {
      const shown = this.about(competencyId);
      this.add(`others about ${competencyId}`, shown.others, others);
      if (shown.self === null || difference === null || shown.others === null || shown.others.terms.size === 0)
        continue;
      this.add(`difference about ${competencyId}`, shown.others, shown.self - difference);
      const [low, high] = {
        BlindSpot: [scale.min, shown.self - notable],
        Agreed: [shown.self - notable, shown.self + notable],
        HiddenStrength: [shown.self + notable, scale.max],
      }[kind ?? 'Agreed'] as [number, number];
      const says = `${this.where}: ${competencyId} is ${kind}`;
      this.statements.push({ says, sum: shown.others, low: low - EXACT, high: high + EXACT, hiddenTypes: [] });
    }
  }
}
