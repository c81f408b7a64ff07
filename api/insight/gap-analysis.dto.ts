import { round2 } from '../../shared/evaluation/score.rules';
import type { GapRow } from '../../shared/insight/gaps/gap.model';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Page } from '../http/pagination';
import type { Id, Instant } from '../http/types';
import type { SubjectChoices } from './gap-heatmap.dto';

/**
 * 1 most urgent, 4 OK.
 * @isInt must be an integer from 1 to 4
 * @minimum 1 must be an integer from 1 to 4
 * @maximum 4 must be an integer from 1 to 4
 */
export type MaxPriority = number;

/** Selects the rows without a cycle. */
export const WITHOUT_CYCLE = 'none';

/**
 * A cycle, or `none` for the newest run without one.
 * @pattern ^(none|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$ must be a UUID version 4 or none
 * @example "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11"
 */
export type GapCycle = string;

/**
 * @minItems 1 must name at least one employee
 * @maxItems 2000 must name at most 2000 employees
 */
export type AnalysedEmployees = Id[];

/** The scope of a gap run. `departmentId` and `employeeIds` limit a run without a cycle, and are combined. */
export interface RunGapAnalysis {
  /** A closed cycle, whose gaps are recalculated for all subjects. */
  cycleId?: Id | null;
  /** Only employees who are in this department today. */
  departmentId?: Id | null;
  /** Only these employees. */
  employeeIds?: AnalysedEmployees | null;
}

/** The result of a gap run. */
export interface GapRunResult {
  /**
   * Employees whose gaps were calculated, including those without data.
   * @example 120
   */
  subjects: number;
  /**
   * Resulting rows: one per employee and requirement with data.
   * @example 960
   */
  rows: number;
}

/** The gap of an employee at one requirement of the job profile. */
export interface GapView {
  id: Id;
  /** Null for an analysis without a cycle. */
  cycleId: Id | null;
  cycle: string | null;
  employeeId: Id;
  employee: string | null;
  /** Department and job profile at generation; without a cycle those at the time of the run. */
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
  /**
   * 1 to 5: scores of another scale are converted linearly.
   * @example 2.75
   */
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

/** A page of gaps, with their cycle. */
export interface GapPage extends Page<GapView>, SubjectChoices {
  /** Null when no cycle is Closed, and for a run without a cycle. */
  cycleId: Id | null;
  cycle: string | null;
  /** When the gaps were calculated; null when there are none. */
  calculatedAt: Instant | null;
  /** Name of the employee in the query. */
  employee: string | null;
}

/** The names for a page of gaps. */
export interface GapNames extends SnapshotNames {
  cycle(id: string | null): string | null;
  employee(id: string): string | null;
}

/** Returns a gap as the API shows it: the current level with two decimals. */
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
