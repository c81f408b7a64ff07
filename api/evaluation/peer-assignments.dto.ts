import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { Id } from '../http/types';

export interface CreatePeerAssignment {
  id?: Id;
  cycleId: Id;
  /** Who is evaluated: an employee with an evaluation in the cycle. */
  subjectId: Id;
  /** Who evaluates: another, Active employee without a role for the subject. */
  evaluatorId: Id;
  /** Peer (when it is not given), DirectReport or Stakeholder. */
  evaluatorType?: EvaluatorType;
}

export interface ReplaceEvaluator {
  /** Who evaluates from now on: another Active employee without a role for the subject. */
  evaluatorId: Id;
}
