/** Why no manager evaluates a subject. */
export type WithoutManagerReason = 'NoManager' | 'ManagerNotActive' | 'OtherEvaluatorType' | 'Removed';

/** A subject whom no manager evaluates. */
export interface SubjectWithoutManager {
  subjectId: string;
  /**
   * NoManager: the employee has none. ManagerNotActive: the manager is on leave or has left. OtherEvaluatorType: the manager
   * already evaluates the subject, for example as a peer. Removed: HR removed the manager as an evaluator.
   * @example "ManagerNotActive"
   */
  reason: WithoutManagerReason;
}

/** The result of generating a cycle's evaluations. */
export interface GenerateResult {
  /** Subjects that now have an evaluation: `created` by this job plus `existing`. */
  evaluations: number;
  /** Evaluators of all these subjects, including peers and direct reports, without withdrawn ones. */
  participants: number;
  created: number;
  existing: number;
  /** Employees that were skipped because they are not Active. */
  skipped: number;
  /** Existing evaluations of a Draft cycle whose manager, department, job profile or requirements were updated. */
  refreshed: number;
  /** Evaluations whose manager had left and was replaced by the current one. */
  replaced: number;
  /** Subjects whom no manager evaluates, by name. */
  withoutManager: SubjectWithoutManager[];
}
