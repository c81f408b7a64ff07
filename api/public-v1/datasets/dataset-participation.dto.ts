import { participationRate } from '../../../shared/evaluation/participants/participation.rules';
import type { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { Id, Instant } from '../../http/types';

/** A row of the dataset participation: one per cycle, department of the subject and evaluator type. */
export interface ParticipationRowV1 {
  /** The cycle: joins rows of all sets, and `id` of `/cycles`. */
  cycleId: Id;
  /**
   * Name of the cycle.
   * @example "Annual review 2026"
   */
  cycleName: string;
  /** null: subjects without a department. */
  departmentId: Id | null;
  /**
   * The department of the subjects as of the generation of the cycle.
   * @example "Engineering"
   */
  department: string | null;
  /** @example "Manager" */
  evaluatorType: EvaluatorType;
  /**
   * Requested evaluations, without those of employees who left.
   * @isInt
   * @minimum 1
   * @example 40
   */
  asked: number;
  /**
   * Submitted evaluations, including acknowledged ones.
   * @isInt
   * @minimum 0
   * @example 36
   */
  submitted: number;
  /**
   * submitted / asked, 0 to 1, four decimals.
   * @example 0.9
   */
  rate: number;
  /** With `updatedSince`: when an evaluation of the department was changed last. */
  updatedAt?: Instant;
}

/** The numbers of requested and submitted evaluations by evaluators of a type for a department. */
export interface ParticipationFigure {
  cycle: { _id: string; name: string };
  departmentId: string | null;
  department: string | null;
  evaluatorType: EvaluatorType;
  total: number;
  submitted: number;
}

export function toParticipationRowV1({ cycle, total, submitted, ...place }: ParticipationFigure): ParticipationRowV1 {
  return {
    cycleId: cycle._id,
    cycleName: cycle.name,
    departmentId: place.departmentId,
    department: place.department,
    evaluatorType: place.evaluatorType,
    asked: total,
    submitted,
    rate: participationRate(submitted, total) ?? 0,
  };
}
