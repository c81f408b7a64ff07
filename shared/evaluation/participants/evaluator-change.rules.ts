import { EvaluatorType } from '../../framework/evaluator-type';
import { type FieldRefusal, refusal, type Refusal } from '../../kernel/refusals/refusal';
import { EmployeeStatus } from '../../people/employee-status';
import type { CycleStatus } from '../cycles/cycle-status';
import { countsAsSubmitted } from './participant-status';
import { followsPeople, isWithdrawn, type ParticipantFacts, subjectCounts } from './participation.rules';

/** Why HR cannot replace or remove an evaluator; null when that is possible. */
export function evaluatorChangeRefusal(
  row: ParticipantFacts & { evaluatorType: EvaluatorType },
  cycleStatus: CycleStatus,
): Refusal | null {
  if (row.evaluatorType === EvaluatorType.Self) return refusal('SELF_EVALUATION_STAYS');
  if (countsAsSubmitted(row.status)) return refusal('EVALUATION_COUNTS', { status: row.status });
  if (!followsPeople(cycleStatus)) return refusal('CYCLE_EVALUATORS_FIXED', { status: cycleStatus });
  return subjectCounts(row) ? null : refusal('EVALUATION_NOT_REQUESTED');
}

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
): FieldRefusal[] {
  const field = 'evaluatorId';
  if (evaluator.id === subject.id) return [{ field, ...refusal('MUST_NOT_BE_SUBJECT') }];
  if (evaluator.status !== EmployeeStatus.Active) return [{ field, ...refusal('MUST_BE_ACTIVE_EMPLOYEE') }];
  const isReport = evaluator.managerId === subject.id;
  if (evaluatorType === EvaluatorType.DirectReport && !isReport)
    return [{ field, ...refusal('MUST_BE_DIRECT_REPORT_OF_SUBJECT') }];
  if (evaluatorType !== EvaluatorType.Peer) return [];
  if (isReport) return [{ field, ...refusal('MUST_NOT_BE_DIRECT_REPORT_OF_SUBJECT') }];
  return subject.managerIds.includes(evaluator.id) ? [{ field, ...refusal('MUST_NOT_BE_MANAGER_OF_SUBJECT') }] : [];
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
