import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { round2 } from '../../../shared/evaluation/score.rules';
import type { NineBoxLevel, NineBoxPlacement } from '../../../shared/insight/nine-box.rules';
import type { PlacedSubject } from '../../../shared/insight/nine-box.store';
import type { Id, Instant } from '../../http/types';
import type { References } from '../reference-rows.queries';

/** A row of the dataset nine-box: one per cycle and subject with a box. */
export interface NineBoxRowV1 {
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
   * The effective score on the scale of the cycle's template, two decimals.
   * @example 4.33
   */
  performanceScore: number;
  /**
   * 1 to 5, two decimals.
   * @example 3.8
   */
  potentialScore: number;
  /**
   * The level of the performance score, converted to 1 to 5, by the thresholds of the organization.
   * @example "High"
   */
  performanceLevel: NineBoxLevel;
  /**
   * The potential score's level by the thresholds of the organization.
   * @example "Medium"
   */
  potentialLevel: NineBoxLevel;
  /**
   * Index of the cell, 0 to 8: potential x 3 + performance, levels 0 to 2.
   * @isInt
   * @minimum 0
   * @maximum 8
   * @example 5
   */
  box: number;
  /**
   * From Riesgo (0) to Estrella (8).
   * @example "Alto desempeño"
   */
  boxLabel: string;
  /**
   * Whether the employee is on a career path today.
   * @example true
   */
  hasCareerPath: boolean;
  /** With `updatedSince`: when something that the row shows was changed last. */
  updatedAt?: Instant;
}

export function toNineBoxRowV1(
  cycle: Cycle,
  { evaluation, employee }: PlacedSubject,
  placement: NineBoxPlacement,
  references: References,
  hasCareerPath: boolean,
): NineBoxRowV1 {
  return {
    cycleId: cycle._id,
    cycleName: cycle.name,
    employeeId: employee._id,
    employee: employee.fullName,
    email: employee.email,
    department: references.department(evaluation.departmentId)?.name ?? null,
    jobProfile: references.jobProfile(evaluation.jobProfileId)?.name ?? null,
    performanceScore: round2(placement.performanceScore),
    potentialScore: round2(placement.potentialScore),
    performanceLevel: placement.performanceLevel,
    potentialLevel: placement.potentialLevel,
    box: placement.box,
    boxLabel: placement.boxLabel,
    hasCareerPath,
  };
}
