import { EvaluatorType } from '../../framework/evaluator-type';
import type { FieldError } from '../../kernel/errors';
import { sentence, type Sentence } from '../../kernel/refusals/sentence';
import { EmployeeStatus } from '../../people/employee-status';
import type { CycleStatus } from '../cycles/cycle-status';
import { countsAsSubmitted } from './participant-status';
import { followsPeople, isWithdrawn, type ParticipantFacts, subjectCounts } from './participation.rules';

/** Why HR cannot replace or remove an evaluator; null when that is possible. */
export function evaluatorChangeRefusal(
  row: ParticipantFacts & { evaluatorType: EvaluatorType },
  cycleStatus: CycleStatus,
): string | Sentence | null {
  if (row.evaluatorType === EvaluatorType.Self) return 'A Self evaluation cannot be given to another employee.';
  if (countsAsSubmitted(row.status)) return sentence`This evaluation is ${row.status}. It is part of the results.`;
  if (!followsPeople(cycleStatus))
    return sentence`The cycle is ${cycleStatus}. Reopen it before you change its evaluators.`;
  return subjectCounts(row) ? null : 'The subject has left. This evaluation is no longer requested.';
}

/** An employee who is to evaluate. */
export interface ProposedEvaluator {
  id: string;
  status: EmployeeStatus;
  managerId: string | null;
}

/** The subject of a proposed evaluator; managers are those of the cycle and the current one. */
export interface EvaluatedSubject {
  id: string;
  managerIds: readonly (string | null)[];
}

/**
 * Returns the problems of a proposed evaluator, on `evaluatorId`: must be Active and not the subject; a peer must be
 * neither manager nor direct report; a DirectReport must be one of the subject's.
 */
export function validateEvaluator(
  evaluatorType: EvaluatorType,
  evaluator: ProposedEvaluator,
  subject: EvaluatedSubject,
): FieldError[] {
  const field = 'evaluatorId';
  if (evaluator.id === subject.id) return [{ field, message: 'must not be the subject' }];
  if (evaluator.status !== EmployeeStatus.Active) return [{ field, message: 'must be an Active employee' }];
  const isReport = evaluator.managerId === subject.id;
  if (evaluatorType === EvaluatorType.DirectReport && !isReport)
    return [{ field, message: 'must be a direct report of the subject' }];
  if (evaluatorType !== EvaluatorType.Peer) return [];
  if (isReport) return [{ field, message: 'must not be a direct report of the subject' }];
  return subject.managerIds.includes(evaluator.id)
    ? [{ field, message: 'must not be the manager of the subject' }]
    : [];
}

/** What decides which manager evaluates a subject. */
export interface ManagerChoice {
  /** The manager at generation. */
  remembered: string | null;
  /** The current manager. */
  present: string | null;
  /** The Manager participant, if there is one. */
  row: ParticipantFacts | undefined;
  managerRemoved: boolean;
  isActive: (employeeId: string) => boolean;
  hasRole: (evaluatorId: string) => boolean;
}

/**
 * Returns the employee who evaluates a subject as Manager. Returns null if HR removed the manager, a Manager row exists
 * that is not withdrawn, no manager is Active, or the manager already has another evaluator type. The current manager
 * replaces only a manager who can no longer answer.
 */
export function managerToAsk({
  remembered,
  present,
  row,
  managerRemoved,
  isActive,
  hasRole,
}: ManagerChoice): string | null {
  if (managerRemoved || (row && !isWithdrawn(row))) return null;
  const chosen = (row ? [present] : [remembered, present]).find((id) => id !== null && isActive(id));
  return chosen && !hasRole(chosen) ? chosen : null;
}
