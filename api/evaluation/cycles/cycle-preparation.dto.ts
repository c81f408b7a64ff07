import type { ExclusionReason } from '../../../shared/evaluation/cycles/cycle-subjects.rules';
import type { WithoutManagerReason } from '../../../shared/jobs/generate-result';
import type { Id } from '../../http/types';

/** An employee whose form would have no item that counts toward the score. */
export interface UnscoredSubject {
  subjectId: Id;
  /** @example "Ana García" */
  subject: string;
  /** Name of the job profile; null without one. */
  jobProfile: string | null;
}

/** A subject whom no manager evaluates. */
export interface UnmanagedSubject {
  subjectId: Id;
  /** @example "Ana García" */
  subject: string;
  /** @example "ManagerNotActive" */
  reason: WithoutManagerReason;
}

/** An Active employee whom the cycle does not evaluate. */
export interface ExcludedEmployee {
  employeeId: Id;
  /** @example "Ana García" */
  name: string;
  /** @example "Department" */
  reason: ExclusionReason;
}

/** How many employees the cycle evaluates, and who is left out. */
export interface PreparedSubjects {
  /**
   * Employees for whom a generation creates evaluations; after the opening also those whom HR added, without withdrawn ones.
   * @example 24
   */
  count: number;
  /**
   * Active employees who are left out.
   * @example 56
   */
  excludedCount: number;
  /** The first 20 of them, by name. */
  excluded: ExcludedEmployee[];
}

/** What you should know before you generate and open a cycle. */
export interface CyclePreparation {
  cycleId: Id;
  /**
   * Active employees of the organization.
   * @example 80
   */
  activeEmployees: number;
  subjects: PreparedSubjects;
  /**
   * Active employees who cannot sign in yet, since they have no active account; 0 where the organization has company sign-in,
   * which makes accounts by itself.
   * @example 12
   */
  withoutAccount: number;
  /**
   * Number of employees who would get no score, because their form has no item that counts toward it.
   * @example 2
   */
  unscored: number;
  /** The first 20 of them, by name. */
  unscoredSubjects: UnscoredSubject[];
  /**
   * Number of subjects whom no manager evaluates; 0 before the generation.
   * @example 1
   */
  withoutManager: number;
  /** The first 20 of them, by name. */
  withoutManagerSubjects: UnmanagedSubject[];
}
