import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { Id } from '../http/types';

export interface CreatePeerAssignment {
  id?: Id;
  cycleId: Id;
  /** The subject: an employee with an evaluation in the cycle. */
  subjectId: Id;
  /** The evaluator: another Active employee who does not evaluate the subject yet. */
  evaluatorId: Id;
  /** Peer (the default), DirectReport or Stakeholder. */
  evaluatorType?: EvaluatorType;
}

export interface ReplaceEvaluator {
  /** The new evaluator: another Active employee who does not evaluate the subject yet. */
  evaluatorId: Id;
}
