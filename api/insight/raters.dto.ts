import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { RaterFigures } from '../../shared/insight/rater.rules';
import type { Employee } from '../../shared/people/employee.model';
import type { Id } from '../http/types';

/** How an evaluator of a cycle uses the scale; nulls for one who gave no score. */
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
   * Own mean minus the mean of all raters over the same subjects: positive is lenient, negative is strict.
   * @example 0.35
   */
  leniency: number | null;
  /**
   * Standard deviation of the evaluator's item scores: near 0, all subjects get the same scores.
   * @example 0.8
   */
  spread: number | null;
  /**
   * 1 if equal to the other evaluators of the same subjects and items, 0 if a whole scale apart; null without other
   * evaluators.
   * @example 0.85
   */
  agreement: number | null;
  /**
   * As a subject of the cycle: the Self score minus the mean of the other evaluators' scores; null when either is
   * missing.
   * @example -0.2
   */
  selfMinusOthers: number | null;
}

/** An evaluator as the API shows them, figures with two decimals. */
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
    spread: round2OrNull(figures?.spread ?? null),
    agreement: round2OrNull(figures?.agreement ?? null),
    selfMinusOthers: round2OrNull(selfMinusOthers),
  };
}
