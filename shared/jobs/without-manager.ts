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
