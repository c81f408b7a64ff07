import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { round2OrNull } from '../../../shared/evaluation/score.rules';
import type { Id, Instant } from '../../http/types';
import type { SubjectScore } from '../../insight/subject-scores.rules';
import type { References } from '../reference-rows.queries';
import type { DatasetEvaluation } from './dataset-subjects.queries';

/** A row of the dataset scores: one per cycle and subject. Scores are on the template's scale, two decimals. */
export interface ScoreRowV1 {
  /** The cycle: joins rows of all sets, and `id` of `/cycles`. */
  cycleId: Id;
  /**
   * Name of the cycle.
   * @example "Annual review 2026"
   */
  cycleName: string;
  /** The subject: joins rows of all sets, and `id` of `/employees`. */
  employeeId: Id;
  /**
   * The code that the organization gives the employee.
   * @example "E-0042"
   */
  employeeCode: string | null;
  /**
   * Full name.
   * @example "Ana García"
   */
  employee: string;
  /**
   * Email address of the employee.
   * @example "ana.garcia@example.com"
   */
  email: string;
  /**
   * The department as of the generation of the cycle.
   * @example "Engineering"
   */
  department: string | null;
  /**
   * The job profile as of the generation of the cycle.
   * @example "Software engineer"
   */
  jobProfile: string | null;
  /**
   * Weighted mean of the evaluators who have submitted; null before the first submission.
   * @example 4.33
   */
  overall: number | null;
  /**
   * The score set in calibration.
   * @example 4.5
   */
  calibrated: number | null;
  /**
   * The calibrated score where there is one, else the overall one.
   * @example 4.5
   */
  effective: number | null;
  /**
   * Evaluators who submitted, those acknowledged included.
   * @isInt
   * @minimum 0
   * @example 6
   */
  submitted: number;
  /**
   * Evaluators who were asked, the subject included.
   * @isInt
   * @minimum 0
   * @example 7
   */
  totalParticipants: number;
  /**
   * Evaluators whose evaluation the subject has acknowledged.
   * @isInt
   * @minimum 0
   * @example 1
   */
  acknowledged: number;
  /** With `updatedSince`: when something that the row shows was changed last. */
  updatedAt?: Instant;
}

export function toScoreRowV1(
  cycle: Cycle,
  evaluation: DatasetEvaluation,
  score: SubjectScore,
  references: References,
): ScoreRowV1 {
  const { subjectId, subject } = evaluation;
  return {
    cycleId: cycle._id,
    cycleName: cycle.name,
    employeeId: subjectId,
    employeeCode: subject.employeeCode,
    employee: subject.fullName,
    email: subject.email,
    department: references.department(evaluation.departmentId)?.name ?? null,
    jobProfile: references.jobProfile(evaluation.jobProfileId)?.name ?? null,
    overall: round2OrNull(score.overall),
    calibrated: round2OrNull(score.calibrated),
    effective: round2OrNull(score.effective),
    submitted: score.submitted,
    totalParticipants: score.totalParticipants,
    acknowledged: score.acknowledged,
  };
}
