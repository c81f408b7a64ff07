import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import type { DevelopmentPlan } from '../../../shared/growth/development-plan.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../../http/types';
import { type ActionNames, type CreatePlanAction, type PlanActionView, toPlanActionView } from './plan-actions.dto';

/** A development plan with its actions. */
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
   * Name of the cycle that the plan follows up on.
   * @example "Annual review 2026"
   */
  cycle: string | null;
  status: DevelopmentPlanStatus;
  /** The employee who decides or decided: the manager at submission; null: HR. */
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
  /** Whether you can edit the plan, submit, start, complete and cancel it. */
  canEdit: boolean;
  /** Whether you can approve or reject it while it is PendingApproval. */
  canDecide: boolean;
}

/** @maxItems 50 must have at most 50 actions */
export type PlanActions = CreatePlanAction[];

export interface CreateDevelopmentPlan extends UpdateDevelopmentPlan {
  id?: Id;
  /** Defaults to you. */
  employeeId?: Id;
  title: ShortText;
  actions?: PlanActions;
}

export interface UpdateDevelopmentPlan {
  title?: ShortText;
  cycleId?: Id | null;
}

/**
 * Why the plan is rejected: 1 to 2,000 characters.
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
 * The least urgent priority to include: 1 only the most urgent gaps, 3 all gaps. 4 means OK and adds nothing.
 * @isInt must be an integer from 1 to 4
 * @minimum 1 must be an integer from 1 to 4
 * @maximum 4 must be an integer from 1 to 4
 * @example 3
 */
export type LeastPriority = number;

/**
 * @minItems 1 must name at least one requirement
 * @maxItems 5 must name at most 5 requirements
 */
export type ChosenRequirements = Id[];

export interface PlanFromGaps {
  employeeId: Id;
  /** Defaults to the last Closed cycle. */
  cycleId?: Id;
  maxPriority?: LeastPriority;
  /** Only the gaps at these competencies and skills; omitted: the five worst. */
  requirementIds?: ChosenRequirements;
  /** Defaults to a title with the name of the cycle. */
  title?: ShortText;
}

/** Names of the rows that plans reference, and what the viewer can do with plans. */
export interface PlanLookups extends ActionNames {
  employee(id: string | null): string | null;
  cycle(id: string | null): string | null;
  user(id: string | null): string | null;
  /** Whether the viewer can edit the plans of an employee. */
  mayWrite(employeeId: string): boolean;
  /** Whether the viewer decides on the plans of an employee. */
  mayDecide(employeeId: string): boolean;
}

export function toDevelopmentPlanView(row: DevelopmentPlan, names: PlanLookups): DevelopmentPlanView {
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
    actions: row.actions.map((action) => toPlanActionView(action, names)),
    canEdit: names.mayWrite(employeeId),
    canDecide: names.mayDecide(employeeId),
  };
}
