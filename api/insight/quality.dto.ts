import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { ASSUMED_RELIABILITY, reliabilityOfMean } from '../../shared/evaluation/reliability.rules';
import { round2, round2OrNull } from '../../shared/evaluation/score.rules';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import type { CycleStatistics } from '../../shared/insight/statistics/cycle-statistics.rules';
import type { Id } from '../http/types';

/** The reliability of the mean of several evaluators. */
export interface MeanReliability {
  /** @example 4 */
  raters: number;
  /** @example 0.7 */
  reliability: number;
}

/**
 * The reliability of the scores of one evaluator type: 0 is chance, 1 means that all evaluators of a subject give equal scores.
 */
export interface TypeQuality {
  evaluatorType: EvaluatorType;
  /** Subjects with a submitted evaluation by an evaluator of the type. */
  subjects: number;
  /** Submitted evaluations. */
  raters: number;
  /**
   * Reliability of one evaluator, measured in this cycle: ICC(1), not below 0. Null when fewer than 30 subjects have
   * two evaluators of the type with a score.
   * @example 0.37
   */
  singleRater: number | null;
  /**
   * Reliability of one evaluator from the literature (Conway & Huffcutt 1997); used where `singleRater` is null.
   * @example 0.37
   */
  assumed: number;
  /** Reliability of the mean of 1 to 8 evaluators (Spearman-Brown), from `singleRater` or `assumed`. */
  meanOf: MeanReliability[];
}

/** The reliability of a cycle's scores. */
export interface QualityView {
  cycleId: Id;
  cycle: string;
  types: TypeQuality[];
}

const NUMBERS_OF_RATERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns the reliability of a cycle as the API shows it, with two decimals. */
export function toQualityView({ _id, name }: Pick<Cycle, '_id' | 'name'>, statistics: CycleStatistics): QualityView {
  return {
    cycleId: _id,
    cycle: name,
    types: EVALUATOR_TYPES.map((evaluatorType): TypeQuality => {
      const { subjects, raters, singleRater } = statistics.types[evaluatorType];
      const assumed = ASSUMED_RELIABILITY[evaluatorType];
      const single = singleRater ?? assumed;
      return {
        evaluatorType,
        subjects,
        raters,
        singleRater: round2OrNull(singleRater),
        assumed,
        meanOf: NUMBERS_OF_RATERS.map((count) => ({
          raters: count,
          reliability: round2(reliabilityOfMean(single, count)),
        })),
      };
    }),
  };
}
