import type { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import type { DevelopmentPlan } from '../../shared/growth/development-plan.model';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../http/types';
import { type CreatePlanAction, type PlanActionView, toPlanActionView } from './plan-actions.dto';

/** A development plan with its actions (decisions 5). */
export interface DevelopmentPlanView extends ResourceFields {
  employeeId: Id;
  /**
   * Full name of the employee.
   * @example "Ana García"
   */
  employee: string | null;
  /** @example "Growing into a lead" */
  title: string;
  cycleId: Id | null;
  /**
   * Name of the cycle that the plan answers to.
   * @example "Annual review 2026"
   */
  cycle: string | null;
  status: DevelopmentPlanStatus;
  /** The employee who is asked to approve (the manager when it was submitted), or who decided; null: HR. */
  approverId: Id | null;
  /**
   * Full name of the approver.
   * @example "Luis Pérez"
   */
  approver: string | null;
  submittedAt: Instant | null;
  /** When it was approved or rejected. */
  decidedAt: Instant | null;
  /**
   * Full name of the account that approved or rejected it.
   * @example "Luis Pérez"
   */
  decidedBy: string | null;
  /** @example "Please add a due date to each action." */
  rejectionReason: string | null;
  startedAt: Instant | null;
  completedAt: Instant | null;
  actions: PlanActionView[];
}

/** @maxItems 50 must have at most 50 actions */
export type PlanActions = CreatePlanAction[];

export interface CreateDevelopmentPlan {
  id?: Id;
  /** The caller when it is not given. */
  employeeId?: Id;
  title: ShortText;
  cycleId?: Id | null;
  actions?: PlanActions;
}

export interface UpdateDevelopmentPlan {
  title?: ShortText;
  cycleId?: Id | null;
}

/**
 * Why a plan is sent back: 1 to 2,000 characters.
 * @minLength 1 must not be empty
 * @maxLength 2000 must have at most 2000 characters
 * @pattern \S must not be blank
 * @example "Please add a due date to each action."
 */
export type RejectionReason = string;

export interface RejectPlan {
  reason: RejectionReason;
}

/**
 * The least urgent priority that counts: 1 the most urgent gaps alone, 3 all of them; 4 adds nothing, since it means OK.
 * @isInt must be an integer from 1 to 4
 * @minimum 1 must be an integer from 1 to 4
 * @maximum 4 must be an integer from 1 to 4
 * @example 3
 */
export type LeastPriority = number;

export interface PlanFromGaps {
  employeeId: Id;
  /** The last Closed cycle when it is not given. */
  cycleId?: Id;
  maxPriority?: LeastPriority;
  /** Named after the cycle when it is not given. */
  title?: ShortText;
}

/** Names of what plans refer to. */
export interface PlanNames {
  employee(id: string | null): string | null;
  cycle(id: string | null): string | null;
  user(id: string | null): string | null;
  competency(id: string | null): string | null;
}

/** A plan as the API shows it. */
export function toDevelopmentPlanView(row: DevelopmentPlan, names: PlanNames): DevelopmentPlanView {
  const { employeeId, title, cycleId, status, approverId, rejectionReason } = row;
  return {
    ...resourceFields(row),
    employeeId,
    employee: names.employee(employeeId),
    title,
    cycleId,
    cycle: names.cycle(cycleId),
    status,
    approverId,
    approver: names.employee(approverId),
    submittedAt: toInstantOrNull(row.submittedAt),
    decidedAt: toInstantOrNull(row.decidedAt),
    decidedBy: names.user(row.decidedByUserId),
    rejectionReason,
    startedAt: toInstantOrNull(row.startedAt),
    completedAt: toInstantOrNull(row.completedAt),
    actions: row.actions.map((action) => toPlanActionView(action, (id) => names.competency(id))),
  };
}
