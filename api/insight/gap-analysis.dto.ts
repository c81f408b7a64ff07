import { round2 } from '../../shared/evaluation/score.rules';
import type { GapRow } from '../../shared/insight/gap.model';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Id } from '../http/types';

/**
 * 1 most urgent, 4 OK.
 * @isInt must be an integer from 1 to 4
 * @minimum 1 must be an integer from 1 to 4
 * @maximum 4 must be an integer from 1 to 4
 */
export type MaxPriority = number;

/** The gap of an employee at one requirement of the job profile. */
export interface GapView {
  id: Id;
  cycleId: Id | null;
  cycle: string | null;
  employeeId: Id;
  employee: string | null;
  /** Department and job profile are those of the generation. */
  departmentId: Id | null;
  department: string | null;
  jobProfileId: Id | null;
  jobProfile: string | null;
  requirementId: Id;
  /** Name of the competency or skill. */
  requirement: string;
  isCritical: boolean;
  /** @example 4 */
  requiredLevel: number;
  /** @example 2.75 */
  currentLevel: number;
  /**
   * 0 none, 4 most severe.
   * @example 2
   */
  gapLevel: number;
  /**
   * 1 most urgent, 4 OK.
   * @example 2
   */
  priority: number;
}

/** The names that gaps refer to. */
export interface GapNames extends SnapshotNames {
  cycle(id: string | null): string | null;
  employee(id: string): string | null;
}

/** A gap as the API shows it: the current level with two decimals. */
export function toGapView(row: GapRow, names: GapNames): GapView {
  return {
    id: row._id,
    cycleId: row.cycleId,
    cycle: names.cycle(row.cycleId),
    employeeId: row.employeeId,
    employee: names.employee(row.employeeId),
    departmentId: row.departmentId,
    department: names.department(row.departmentId),
    jobProfileId: row.jobProfileId,
    jobProfile: names.jobProfile(row.jobProfileId),
    requirementId: row.requirementId,
    requirement: row.requirement,
    isCritical: row.isCritical,
    requiredLevel: row.requiredLevel,
    currentLevel: round2(row.currentLevel),
    gapLevel: row.gapLevel,
    priority: row.priority,
  };
}
