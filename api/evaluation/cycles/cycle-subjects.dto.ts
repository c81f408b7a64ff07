import type { Withdrawal } from '../../../shared/evaluation/evaluation.model';
import { toInstant } from '../../../shared/kernel/clock';
import type { CalendarDate, Id, Instant } from '../../http/types';

/**
 * Who is evaluated. The kinds narrow each other; then the excluded employees are left out and the included ones are added.
 * `includedIds` alone are all who are evaluated. Only Active employees are.
 */
export interface CycleSubjectsView {
  /** A department includes those below it; empty means any. */
  departmentIds: Id[];
  /** Names of the departments in the same order. */
  departments: (string | null)[];
  /** A job profile includes its other versions; empty means any. */
  jobProfileIds: Id[];
  /** Names of the job profiles in the same order. */
  jobProfiles: (string | null)[];
  /** Only employees who were hired before this day. */
  hiredBefore: CalendarDate | null;
  excludedIds: Id[];
  /** Names of the excluded employees in the same order; null for one whose data were erased. */
  excluded: (string | null)[];
  includedIds: Id[];
  /** Names of the included employees in the same order; null for one whose data were erased. */
  included: (string | null)[];
}

/** What is omitted does not narrow. */
export interface CycleSubjectsInput {
  /** @maxItems 500 must name at most 500 departments */
  departmentIds?: Id[];
  /** @maxItems 500 must have at most 500 entries */
  jobProfileIds?: Id[];
  hiredBefore?: CalendarDate | null;
  /** @maxItems 2000 must name at most 2000 employees */
  excludedIds?: Id[];
  /** @maxItems 2000 must name at most 2000 employees */
  includedIds?: Id[];
}

export interface AddSubjects {
  /**
   * Active employees.
   * @minItems 1 must name at least one employee
   * @maxItems 1000 must name at most 1000 employees
   */
  employeeIds: Id[];
}

/**
 * Why a subject is withdrawn: 1 to 1,000 characters.
 * @minLength 1 must not be empty
 * @maxLength 1000 must have at most 1000 characters
 * @pattern \S must not be blank
 */
export type WithdrawalReason = string;

export interface WithdrawSubject {
  reason: WithdrawalReason;
}

/** A subject whom HR withdrew from a cycle. */
export interface WithdrawnSubject {
  subjectId: Id;
  reason: string;
  withdrawnAt: Instant;
}

export function toWithdrawnSubject(subjectId: string, { reason, at }: Withdrawal): WithdrawnSubject {
  return { subjectId, reason, withdrawnAt: toInstant(at) };
}
