import { type Interval, roundedInterval } from '../../shared/evaluation/score-interval.rules';
import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { TypeLeniency } from '../../shared/insight/statistics/leniency.rules';
import type { Employee } from '../../shared/people/employee.model';
import type { Id } from '../http/types';
import type { RaterFigures } from './statistics/rater.rules';

/** How much higher or lower an evaluator scores than others of the same type. */
export interface TypeLeniencyView {
  evaluatorType: EvaluatorType;
  /**
   * Number of subjects with other evaluators to compare with.
   * @example 6
   */
  subjects: number;
  /**
   * Mean over these subjects of the evaluator's score minus the mean of the others of the type, times n / (n + 5) for n
   * subjects, so that few subjects have little effect. Managers are compared with all others but Self, and with the
   * usual difference of the cycle's managers. Null without subjects.
   * @example 0.35
   */
  leniency: number | null;
  /** The 95 % confidence interval, multiplied likewise; null for fewer than two subjects. */
  leniencyInterval: Interval | null;
}

/** How an evaluator of a cycle uses the scale; fields are null for one who gave no score. */
export interface RaterView {
  evaluatorId: Id;
  /** Full name of the evaluator. */
  evaluator: string;
  employeeCode: string | null;
  /**
   * Number of item scores given.
   * @example 24
   */
  ratings: number;
  /**
   * Mean of the item scores.
   * @example 4.1
   */
  mean: number | null;
  /**
   * The mean of `byType`, weighted by subjects: positive is lenient, negative is strict. Null without others to compare with.
   * @example 0.35
   */
  leniency: number | null;
  /** Types in which the evaluator has given a score, except Self. */
  byType: TypeLeniencyView[];
  /**
   * Standard deviation of the evaluator's item scores: near 0, all subjects get equal scores.
   * @example 0.8
   */
  spread: number | null;
  /**
   * 1 minus the mean distance of the item scores from those of other evaluators of the same type, divided by the
   * distance that random scores would have: 1 means equal scores, 0 means random ones, negative ones are further apart.
   * Null without other evaluators of the type.
   * @example 0.45
   */
  agreement: number | null;
  /**
   * As a subject of the cycle: the Self score minus the mean of the other evaluators' scores; null when either is missing.
   * @example -0.2
   */
  selfMinusOthers: number | null;
}

/** Returns an evaluator as the API shows them, figures with two decimals. */
export function toRaterView(
  { _id, fullName, employeeCode }: Pick<Employee, '_id' | 'fullName' | 'employeeCode'>,
  figures: RaterFigures | undefined,
  selfMinusOthers: number | null,
): RaterView {
  return {
    evaluatorId: _id,
    evaluator: fullName,
    employeeCode,
    ratings: figures?.ratings ?? 0,
    mean: round2OrNull(figures?.mean ?? null),
    leniency: round2OrNull(figures?.leniency ?? null),
    byType: (figures?.byType ?? []).map(toTypeLeniency),
    spread: round2OrNull(figures?.spread ?? null),
    agreement: round2OrNull(figures?.agreement ?? null),
    selfMinusOthers: round2OrNull(selfMinusOthers),
  };
}

function toTypeLeniency({ evaluatorType, subjects, leniency, leniencyInterval }: TypeLeniency): TypeLeniencyView {
  return {
    evaluatorType,
    subjects,
    leniency: round2OrNull(leniency),
    leniencyInterval: roundedInterval(leniencyInterval),
  };
}
