import { refusal, type Refusal } from '../kernel/refusals/refusal';
import { DevelopmentPlanStatus as Status, PlanActionStatus } from './development-plan-status';
import type { DevelopmentPlan, PlanAction } from './development-plan.model';

export const MAX_PLAN_ACTIONS = 50;

/** A transition between two statuses of a plan. */
export enum PlanStep {
  Submit = 'submit',
  Approve = 'approve',
  Reject = 'reject',
  Start = 'start',
  Complete = 'complete',
  Cancel = 'cancel',
}

const STEPS: Readonly<Record<PlanStep, { from: readonly Status[]; to: Status }>> = {
  submit: { from: [Status.Draft, Status.Rejected], to: Status.PendingApproval },
  approve: { from: [Status.PendingApproval], to: Status.Approved },
  reject: { from: [Status.PendingApproval], to: Status.Rejected },
  start: { from: [Status.Approved], to: Status.InProgress },
  complete: { from: [Status.InProgress], to: Status.Completed },
  cancel: {
    from: [Status.Draft, Status.PendingApproval, Status.Approved, Status.Rejected, Status.InProgress],
    to: Status.Cancelled,
  },
};

export function stateAfter(step: PlanStep): Status {
  return STEPS[step].to;
}

/** Returns why a plan cannot take a step, with its state, or null when it can. */
export function transitionError(step: PlanStep, plan: Pick<DevelopmentPlan, 'status' | 'actions'>): Refusal | null {
  const { from } = STEPS[step];
  if (!from.includes(plan.status))
    return refusal('PLAN_STEP_NOT_POSSIBLE', { status: plan.status, step, required: from.join(' or ') });
  if (step !== PlanStep.Complete) return null;
  const open = plan.actions.filter(({ status }) => isOpenAction(status)).length;
  if (open === 0) return null;
  return refusal('PLAN_HAS_OPEN_ACTIONS', { status: plan.status, count: open });
}

function isOpenAction(status: PlanActionStatus): boolean {
  return status !== PlanActionStatus.Completed && status !== PlanActionStatus.Cancelled;
}

/** Whether a plan is being drafted: only then its fields and its list of actions can change. */
export function isBeingWritten(status: Status): boolean {
  return status === Status.Draft || status === Status.Rejected;
}

/** Whether a plan is in progress: then its actions change status and collect evidence. */
export function isBeingDone(status: Status): boolean {
  return status === Status.Approved || status === Status.InProgress;
}

/** Whether a plan can be deleted, since no one relies on it yet. */
export function isDeletable(status: Status): boolean {
  return isBeingWritten(status) || status === Status.Cancelled;
}

const OF_DOING: ReadonlySet<keyof PlanAction> = new Set(['status', 'evidenceFileIds']);

/** Returns why an action cannot change this way, with the plan's state, or null when it can. */
export function actionChangeError(status: Status, before: PlanAction, after: PlanAction): Refusal | null {
  if (isBeingWritten(status)) return null;
  if (!isBeingDone(status)) return refusal('PLAN_ACTIONS_OVER', { status });
  const fields = Object.keys(after) as (keyof PlanAction)[];
  const changed = fields.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]));
  return changed.every((field) => OF_DOING.has(field)) ? null : refusal('PLAN_ACTION_FIELDS_FIXED', { status });
}
