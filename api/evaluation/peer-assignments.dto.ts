import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { Id } from '../http/types';
import type { GuestInput } from './guests/guests.dto';

export interface CreatePeerAssignment {
  id?: Id;
  cycleId: Id;
  /** The subject: an employee with an evaluation in the cycle. */
  subjectId: Id;
  /** The evaluator: another Active employee who does not evaluate the subject yet. Required without `guest`. */
  evaluatorId?: Id;
  /** In place of `evaluatorId`: someone without an account, as Stakeholder. One guest for an email and cycle. */
  guest?: GuestInput;
  /** Peer (the default), DirectReport or Stakeholder; of a guest Stakeholder, also when omitted. */
  evaluatorType?: EvaluatorType;
}

export interface ReplaceEvaluator {
  /** The new evaluator: another Active employee who does not evaluate the subject yet. Required without `guest`. */
  evaluatorId?: Id;
  /** In place of `evaluatorId`: someone without an account, for an evaluation by a Stakeholder. */
  guest?: GuestInput;
}
