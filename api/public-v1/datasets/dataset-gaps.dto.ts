import { round2 } from '../../../shared/evaluation/score.rules';
import type { GapRow } from '../../../shared/insight/gaps/gap.model';
import type { GapPriority } from '../../../shared/insight/gaps/gap.rules';
import type { Id, Instant } from '../../http/types';

/** A row of the dataset gaps: one per cycle, employee and requirement with data. */
export interface GapRowV1 {
  /** null: the newest analysis that is not tied to a cycle. */
  cycleId: Id | null;
  /**
   * Name of the cycle.
   * @example "Annual review 2026"
   */
  cycleName: string | null;
  /** The subject: joins rows of all sets, and `id` of `/employees`. */
  employeeId: Id;
  /**
   * Full name.
   * @example "Ana García"
   */
  employee: string;
  /**
   * The department as of the analysis.
   * @example "Engineering"
   */
  department: string | null;
  /**
   * Name of the competency or skill.
   * @example "Code review"
   */
  requirement: string;
  /**
   * Whether the job profile calls the requirement critical.
   * @example true
   */
  isCritical: boolean;
  /**
   * 1 to 5.
   * @isInt
   * @minimum 1
   * @maximum 5
   * @example 4
   */
  requiredLevel: number;
  /**
   * 1 to 5 whatever the scale of the template, two decimals.
   * @example 2.75
   */
  currentLevel: number;
  /**
   * 0 (no gap) to 4.
   * @isInt
   * @minimum 0
   * @maximum 4
   * @example 2
   */
  gapLevel: number;
  /**
   * 1 (most urgent) to 4 (OK, no gap).
   * @example 1
   */
  priority: GapPriority;
  /** With `updatedSince`: when something that the row shows was changed last. */
  updatedAt?: Instant;
}

type StoredGap = Pick<
  GapRow,
  | 'employeeId'
  | 'departmentId'
  | 'requirement'
  | 'isCritical'
  | 'requiredLevel'
  | 'currentLevel'
  | 'gapLevel'
  | 'priority'
>;

/** The other values of a gap's row. */
export interface GapContext {
  cycleId: string | null;
  /** Name of the cycle. */
  cycleName: string | null;
  employee: string;
  /** The department as of the analysis. */
  department: string | null;
}

export function toGapRowV1(gap: StoredGap, { cycleId, cycleName, employee, department }: GapContext): GapRowV1 {
  return {
    cycleId,
    cycleName,
    employeeId: gap.employeeId,
    employee,
    department,
    requirement: gap.requirement,
    isCritical: gap.isCritical,
    requiredLevel: gap.requiredLevel,
    currentLevel: round2(gap.currentLevel),
    gapLevel: gap.gapLevel,
    priority: gap.priority,
  };
}
