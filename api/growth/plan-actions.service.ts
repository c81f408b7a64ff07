import { changeRow } from '../../shared/db/change-row';
import { inTransaction } from '../../shared/db/transaction';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../shared/growth/development-plan.model';
import { actionObstacle, isBeingWritten, MOST_PLAN_ACTIONS } from '../../shared/growth/development-plan.rules';
import { readCalendarDates } from '../../shared/kernel/calendar-dates';
import { type AppError, assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { attachEvidence } from '../../shared/platform/evidence.store';
import { assertMatches } from '../http/resource';
import { assertMayWritePlan } from './plan-access';
import { actionReferenceProblems, newPlanAction } from './plan-actions';
import type { CreatePlanAction, UpdatePlanAction } from './plan-actions.dto';
import { releaseEvidence } from './plan-evidence.service';
import { reportingViewer } from './reporting-viewer.queries';

/** Adds an action to a plan that is being written and returns its id; throws NOT_FOUND, FORBIDDEN, VALIDATION, CONFLICT. */
export async function addPlanAction(planId: string, input: CreatePlanAction): Promise<string> {
  const action = newPlanAction(input);
  await changeActions(planId, async (plan) => {
    if (!isBeingWritten(plan.status)) throw listIsFixed(plan);
    if (plan.actions.length >= MOST_PLAN_ACTIONS) throw conflict(`A plan has at most ${MOST_PLAN_ACTIONS} actions.`);
    assertValid(await actionReferenceProblems(action, plan.employeeId));
    await attachEvidence(action.evidenceFileIds, plan.employeeId);
    return [...plan.actions, action];
  });
  return action.id;
}

/**
 * Changes an action: absent fields stay, null clears. Of an approved plan only status and evidence change. Throws
 * NOT_FOUND, FORBIDDEN, VALIDATION, PRECONDITION_FAILED, CONFLICT.
 */
export async function updatePlanAction(
  planId: string,
  actionId: string,
  { dueDate, ...fields }: UpdatePlanAction,
  ifMatch?: string,
): Promise<void> {
  const changes = { ...fields, ...readCalendarDates({ dueDate }) };
  await changeActions(planId, async (plan) => {
    const before = actionOf(plan, actionId);
    assertMatches(ifMatch, plan.revision);
    const after = { ...before, ...changes };
    const obstacle = actionObstacle(plan.status, before, after);
    if (obstacle !== null) throw conflict(obstacle, { status: plan.status });
    const competencyId = after.competencyId === before.competencyId ? null : after.competencyId;
    const fresh = { competencyId, evidenceFileIds: after.evidenceFileIds };
    assertValid(await actionReferenceProblems(fresh, plan.employeeId));
    await attachEvidence(after.evidenceFileIds, plan.employeeId);
    return plan.actions.map((one) => (one.id === actionId ? after : one));
  });
}

/** Removes an action from a plan that is being written; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function deletePlanAction(planId: string, actionId: string): Promise<void> {
  await changeActions(planId, (plan) => {
    actionOf(plan, actionId);
    if (!isBeingWritten(plan.status)) throw listIsFixed(plan);
    return plan.actions.filter(({ id }) => id !== actionId);
  });
}

function actionOf(plan: DevelopmentPlan, actionId: string): PlanAction {
  const found = plan.actions.find(({ id }) => id === actionId);
  if (!found) throw notFound();
  return found;
}

/** Writes the actions of a plan together with what becomes of their files, all or nothing. */
async function changeActions(
  planId: string,
  change: (plan: DevelopmentPlan) => Promise<PlanAction[]> | PlanAction[],
): Promise<void> {
  const viewer = await reportingViewer();
  await inTransaction(async () => {
    let before: readonly string[] = [];
    await changeRow(DevelopmentPlanModel, planId, async (plan) => {
      assertMayWritePlan(viewer, plan);
      before = filesOf(plan.actions);
      return { actions: await change(plan) };
    });
    await releaseEvidence(before);
  });
}

function filesOf(actions: readonly PlanAction[]): string[] {
  return actions.flatMap(({ evidenceFileIds }) => evidenceFileIds);
}

function listIsFixed({ status }: DevelopmentPlan): AppError {
  return conflict(`The plan is ${status}; actions are added and removed while it is Draft or Rejected.`, { status });
}
