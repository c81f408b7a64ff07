import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { notify } from '../../../shared/comms/notification.store';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../../shared/growth/development-plan.model';
import { PlanStep, stateAfter, transitionError } from '../../../shared/growth/development-plan.rules';
import { enqueue } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { conflict } from '../../../shared/kernel/errors';
import { derivedId } from '../../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import type { ReportingViewer } from '../../../shared/policies/viewer';
import { changeRow } from '../change-row';
import { reportingViewer } from '../reporting-viewer.queries';
import { assertMayDecide, assertMayWritePlan } from './plan-access';

type Changes = Partial<DevelopmentPlan>;
type AssertMay = (viewer: ReportingViewer, plan: DevelopmentPlan) => void;

/** Submits a plan to the manager, or to HR without a manager; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function submitPlan(id: string): Promise<void> {
  const plan = await transitionPlan(PlanStep.Submit, id, assertMayWritePlan, async ({ employeeId }) => {
    const employee = await findEmployee(employeeId);
    const undecided = { decidedAt: null, decidedByUserId: null, rejectionReason: null };
    return { submittedAt: now(), approverId: employee?.managerId ?? null, ...undecided };
  });
  const { approverId, employeeId } = plan;
  if (approverId === null || approverId === actor().employeeId) return; // the submitter needs no notification
  const employee = (await findEmployee(employeeId))?.fullName ?? '';
  await notifyAboutPlan('plan-submitted', plan, approverId, { employee });
}

/** Approves a plan; throws NOT_FOUND, FORBIDDEN, and CONFLICT for your own plan and in another state. */
export async function approvePlan(id: string): Promise<void> {
  const plan = await transitionPlan(PlanStep.Approve, id, assertMayDecide, decision);
  await notifyAboutPlan('plan-approved', plan, plan.employeeId);
}

/** Rejects a plan with a reason, so that it can be changed and resubmitted; throws as `approvePlan`. */
export async function rejectPlan(id: string, reason: string): Promise<void> {
  const plan = await transitionPlan(PlanStep.Reject, id, assertMayDecide, () => ({
    ...decision(),
    rejectionReason: reason,
  }));
  await notifyAboutPlan('plan-rejected', plan, plan.employeeId, { reason });
}

/** Starts an approved plan; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function startPlan(id: string): Promise<void> {
  await transitionPlan(PlanStep.Start, id, assertMayWritePlan, () => ({ startedAt: now() }));
}

/** Completes a plan whose actions are all Completed or Cancelled; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function completePlan(id: string): Promise<void> {
  await transitionPlan(PlanStep.Complete, id, assertMayWritePlan, () => ({ completedAt: now() }));
}

/** Cancels a plan that is not Completed or Cancelled; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function cancelPlan(id: string): Promise<void> {
  await transitionPlan(PlanStep.Cancel, id, assertMayWritePlan, () => ({}));
}

function decision(): Changes {
  const { employeeId, userId } = actor();
  return { approverId: employeeId, decidedByUserId: userId, decidedAt: now() };
}

/** Moves a plan to its next state if its current one allows that; of two concurrent calls one succeeds. */
async function transitionPlan(
  step: PlanStep,
  id: string,
  assertMay: AssertMay,
  changes: (plan: DevelopmentPlan) => Promise<Changes> | Changes,
): Promise<DevelopmentPlan> {
  const viewer = await reportingViewer();
  return changeRow(DevelopmentPlanModel, id, async (plan) => {
    assertMay(viewer, plan);
    const problem = transitionError(step, plan);
    if (problem !== null) throw conflict(problem, { status: plan.status });
    return { ...(await changes(plan)), status: stateAfter(step) };
  });
}

function findEmployee(id: string): Promise<Pick<Employee, 'fullName' | 'managerId'> | null> {
  return EmployeeModel.findById(id)
    .select('fullName managerId')
    .lean<Pick<Employee, 'fullName' | 'managerId'>>()
    .exec();
}

/** Notifies and emails an employee. The occasion contains the revision, so that resubmitting a plan notifies again. */
async function notifyAboutPlan(
  type: 'plan-submitted' | 'plan-approved' | 'plan-rejected',
  { _id, revision, title }: DevelopmentPlan,
  employeeId: string,
  values: Record<string, string> = {},
): Promise<void> {
  const link = type === 'plan-submitted' ? CONSOLE_PAGES.team : CONSOLE_PAGES.myDevelopment;
  await notify(type, `${type}:${_id}:${revision}`, [{ employeeId, values: { plan: title, ...values }, link }]);
  const kind = type === 'plan-submitted' ? 'plan-to-approve' : 'plan-decided';
  await enqueue('growth.send-plan-mail', { kind, planId: _id, triggerId: derivedId(kind, _id, String(revision)) });
}
