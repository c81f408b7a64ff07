import { Moments } from '../../evaluation/moments.rules';
import type { Interval } from '../../evaluation/score-interval.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../framework/evaluator-type';

/*
 * Leniency: how much higher or lower a rater scores than others who rated the same subject (docs/statistics.md). Only
 * raters of one type are compared, since the types see different sides of a subject. A subject has one manager, so
 * managers are compared with the usual difference between managers and other raters.
 */

/** The leniency of a rater in one type; unrounded. */
export interface TypeLeniency {
  evaluatorType: EvaluatorType;
  /** Number of subjects with others to compare with. */
  subjects: number;
  /** Positive is lenient, negative is strict; shrunk towards 0 for few subjects. Null without a subject. */
  leniency: number | null;
  /** 95 %; null for fewer than two subjects. */
  leniencyInterval: Interval | null;
}

/** The leniency of a rater over all types, weighted by the number of subjects, and by type. */
export interface Leniency {
  leniency: number | null;
  byType: TypeLeniency[];
}

/** Sum and number of scores that are compared with one another. */
export interface ScoreSum {
  sum: number;
  count: number;
}

/** Returns a score minus the mean of the others in a sum that contains it; null without others. */
export function differenceFromOthers(score: number, { sum, count }: ScoreSum): number | null {
  return count < 2 ? null : score - (sum - score) / (count - 1);
}

/** With this many subjects a rater's own differences weigh half. */
const SHRINKAGE = 5;
/** 95 % of a normal distribution lie within this many standard deviations of the mean. */
const WITHIN_95 = 1.96;

/** Collects the differences of one rater from the others, subject by subject. */
export class LeniencyTally {
  private readonly byType = new Map<EvaluatorType, Moments>();

  /** Adds the difference of one score from the others; null without others. */
  add(evaluatorType: EvaluatorType, difference: number | null): void {
    if (evaluatorType === EvaluatorType.Self) return;
    const ofType = this.byType.get(evaluatorType) ?? new Moments();
    this.byType.set(evaluatorType, ofType);
    if (difference !== null) ofType.add(difference);
  }

  /** Returns the figures; `usualOfManagers` is the mean difference of the cycle's managers, each counted once. */
  figures(usualOfManagers: number | null): Leniency {
    const byType = EVALUATOR_TYPES.flatMap((evaluatorType): TypeLeniency[] => {
      const differences = this.byType.get(evaluatorType);
      if (!differences) return [];
      const usual = evaluatorType === EvaluatorType.Manager ? (usualOfManagers ?? 0) : 0;
      return [{ evaluatorType, ...shrunken(differences, usual) }];
    });
    let [sum, subjects] = [0, 0];
    for (const ofType of byType) {
      if (ofType.leniency === null) continue;
      sum += ofType.subjects * ofType.leniency;
      subjects += ofType.subjects;
    }
    return { leniency: subjects === 0 ? null : sum / subjects, byType };
  }
}

function shrunken({ count, mean, variance }: Moments, usual: number): Omit<TypeLeniency, 'evaluatorType'> {
  if (count === 0) return { subjects: 0, leniency: null, leniencyInterval: null };
  const share = count / (count + SHRINKAGE);
  const leniency = share * (mean - usual);
  const half = variance === null ? null : share * WITHIN_95 * Math.sqrt(variance / count);
  return {
    subjects: count,
    leniency,
    leniencyInterval: half === null ? null : { low: leniency - half, high: leniency + half },
  };
}

/**
 * Calculates how much higher the managers of a cycle score than the other raters except Self: the mean of their mean
 * differences.
 */
export class ManagerDifferences {
  private readonly byManager = new Map<string, Moments>();

  /** Adds a manager's score of a subject, and all scores of the subject except Self. */
  add(evaluatorId: string, score: number, ofSubject: ScoreSum): void {
    const difference = differenceFromOthers(score, ofSubject);
    if (difference === null) return;
    const own = this.byManager.get(evaluatorId) ?? new Moments();
    this.byManager.set(evaluatorId, own);
    own.add(difference);
  }

  /** Null when no manager can be compared. */
  get mean(): number | null {
    if (this.byManager.size === 0) return null;
    const all = new Moments();
    for (const { mean } of this.byManager.values()) all.add(mean);
    return all.mean;
  }
}
