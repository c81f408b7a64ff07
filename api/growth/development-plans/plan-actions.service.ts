import { inTransaction } from '../../../shared/db/transaction';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../../shared/growth/development-plan.model';
import { actionChangeError, isBeingWritten, MAX_PLAN_ACTIONS } from '../../../shared/growth/development-plan.rules';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { type AppError, assertValid, conflict, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { changeRow } from '../change-row';
import { assertFreeId } from '../part-ids';
import { reportingViewer } from '../reporting-viewer.queries';
import { attachEvidence } from './evidence.store';
import { assertMayWritePlan } from './plan-access';
import { validateActionReferences, newPlanAction } from './plan-actions';
import type { CreatePlanAction, UpdatePlanAction } from './plan-actions.dto';
import { releaseEvidence } from './plan-evidence.service';

/** Adds an action to a plan that is being drafted and returns its id; throws NOT_FOUND, FORBIDDEN, VALIDATION, CONFLICT. */
export async function addPlanAction(planId: string, input: CreatePlanAction): Promise<string> {
  const action = newPlanAction(input);
  await changeActions(planId, async (plan) => {
    if (!isBeingWritten(plan.status)) throw listIsFixed(plan);
    if (plan.actions.length >= MAX_PLAN_ACTIONS)
      throw conflict(refusal('PLAN_ACTIONS_FULL', { max: MAX_PLAN_ACTIONS }));
    assertFreeId(plan.actions, action);
    assertValid(await validateActionReferences(action, plan.employeeId));
    await attachEvidence(action.evidenceFileIds, plan.employeeId);
    return [...plan.actions, action];
  });
  return action.id;
}

/**
 * Updates an action: omitted fields keep their values, null clears. In an approved plan only status and evidence can
 * change. Throws NOT_FOUND, FORBIDDEN, VALIDATION, PRECONDITION_FAILED, CONFLICT.
 */
export async function updatePlanAction(
  planId: string,
  actionId: string,
  { dueDate, ...fields }: UpdatePlanAction,
  expected?: ExpectedRevision,
): Promise<void> {
  const changes = { ...fields, ...readCalendarDates({ dueDate }) };
  await changeActions(planId, async (plan) => {
    const before = actionOf(plan, actionId);
    assertRevision(plan.revision, expected);
    const after = { ...before, ...changes };
    const obstacle = actionChangeError(plan.status, before, after);
    if (obstacle !== null) throw conflict(obstacle, { status: plan.status });
    const competencyId = after.competencyId === before.competencyId ? null : after.competencyId;
    const fresh = { competencyId, evidenceFileIds: after.evidenceFileIds };
    assertValid(await validateActionReferences(fresh, plan.employeeId));
    await attachEvidence(after.evidenceFileIds, plan.employeeId);
    return plan.actions.map((action) => (action.id === actionId ? after : action));
  });
}

/** Deletes an action of a plan that is being drafted; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
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

/** Writes the actions of a plan and attaches or releases their files, in one transaction. */
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
  return conflict(refusal('PLAN_ACTIONS_FIXED', { status }), {
    status,
  });
}
