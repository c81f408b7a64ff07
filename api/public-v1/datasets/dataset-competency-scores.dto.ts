import { round2 } from '../../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { Id, Instant } from '../../http/types';
import type { References } from '../reference-rows.queries';
import type { CompetencyScore } from './competency-scores.rules';
import type { DatasetEvaluation } from './dataset-subjects.queries';

/** A row of the dataset competency-scores: one per cycle, employee, competency and evaluator type. */
export interface CompetencyScoreRowV1 {
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
   * The department as of the generation of the cycle.
   * @example "Engineering"
   */
  department: string | null;
  /**
   * The job profile as of the generation of the cycle.
   * @example "Software engineer"
   */
  jobProfile: string | null;
  /** Id of the competency or skill. */
  competencyId: Id;
  /**
   * Name of the competency or skill.
   * @example "Code review"
   */
  competency: string | null;
  /**
   * Who rated it; Others are all types but Self, weighted as in the cycle.
   * @example "Peer"
   */
  evaluatorType: EvaluatorType | 'Others';
  /**
   * Evaluators of the type who rated it.
   * @isInt
   * @minimum 1
   * @example 4
   */
  raters: number;
  /**
   * Their mean on the scale of the cycle's template, two decimals.
   * @example 3.75
   */
  score: number;
  /**
   * The level that the employee's job profile requires, 1 to 5; null when it requires none.
   * @isInt
   * @minimum 1
   * @maximum 5
   * @example 4
   */
  requiredLevel: number | null;
  /** With `updatedSince`: when something that the row shows was changed last. */
  updatedAt?: Instant;
}

/** The other values of a competency score's row. */
export interface CompetencyScoreContext {
  cycle: { _id: string; name: string };
  evaluation: DatasetEvaluation;
  references: References;
  competency: string | null;
  requiredLevel: number | null;
}

export function toCompetencyScoreRowV1(
  { requirementId, evaluatorType, raters, score }: CompetencyScore,
  { cycle, evaluation, references, competency, requiredLevel }: CompetencyScoreContext,
): CompetencyScoreRowV1 {
  const { subjectId, subject, departmentId, jobProfileId } = evaluation;
  return {
    cycleId: cycle._id,
    cycleName: cycle.name,
    employeeId: subjectId,
    employeeCode: subject.employeeCode,
    employee: subject.fullName,
    department: references.department(departmentId)?.name ?? null,
    jobProfile: references.jobProfile(jobProfileId)?.name ?? null,
    competencyId: requirementId,
    competency,
    evaluatorType,
    raters,
    score: round2(score),
    requiredLevel,
  };
}
