import { notify } from '../../shared/comms/notification.store';
import { changeRow } from '../../shared/db/change-row';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import { PlanStep, stateAfter, stepObstacle } from '../../shared/growth/development-plan.rules';
import type { ReportingViewer } from '../../shared/growth/reporting-viewer';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { conflict } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { assertMayDecide, assertMayWritePlan } from './plan-access';
import { reportingViewer } from './reporting-viewer.queries';

type Changes = Partial<DevelopmentPlan>;
type AssertMay = (viewer: ReportingViewer, plan: DevelopmentPlan) => void;

/** Asks the manager for approval, or HR where there is no manager; throws NOT_FOUND, FORBIDDEN, CONFLICT (decisions 5). */
export async function submitPlan(id: string): Promise<void> {
  const plan = await take(PlanStep.Submit, id, assertMayWritePlan, async ({ employeeId }) => {
    const employee = await findEmployee(employeeId);
    const undecided = { decidedAt: null, decidedByUserId: null, rejectionReason: null };
    return { submittedAt: now(), approverId: employee?.managerId ?? null, ...undecided };
  });
  const { approverId, employeeId } = plan;
  if (approverId === null || approverId === actor().employeeId) return; // whoever submits knows
  const employee = (await findEmployee(employeeId))?.fullName ?? '';
  await tell('plan-submitted', plan, approverId, { employee });
}

/** Approves a plan; throws NOT_FOUND, FORBIDDEN, and CONFLICT for one's own and for one that awaits no approval. */
export async function approvePlan(id: string): Promise<void> {
  const plan = await take(PlanStep.Approve, id, assertMayDecide, decision);
  await tell('plan-approved', plan, plan.employeeId);
}

/** Sends a plan back with a reason; it can be changed and submitted again. Throws as `approvePlan`. */
export async function rejectPlan(id: string, reason: string): Promise<void> {
  const plan = await take(PlanStep.Reject, id, assertMayDecide, () => ({ ...decision(), rejectionReason: reason }));
  await tell('plan-rejected', plan, plan.employeeId, { reason });
}

/** Begins an approved plan; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function startPlan(id: string): Promise<void> {
  await take(PlanStep.Start, id, assertMayWritePlan, () => ({ startedAt: now() }));
}

/** Ends a plan whose actions are all Completed or Cancelled; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function completePlan(id: string): Promise<void> {
  await take(PlanStep.Complete, id, assertMayWritePlan, () => ({ completedAt: now() }));
}

/** Gives up a plan that is not over; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function cancelPlan(id: string): Promise<void> {
  await take(PlanStep.Cancel, id, assertMayWritePlan, () => ({}));
}

function decision(): Changes {
  const { employeeId, userId } = actor();
  return { approverId: employeeId, decidedByUserId: userId, decidedAt: now() };
}

/** Moves a plan to its next state if it is still in one that allows it: of two at the same time one succeeds. */
async function take(
  step: PlanStep,
  id: string,
  assertMay: AssertMay,
  changes: (plan: DevelopmentPlan) => Promise<Changes> | Changes,
): Promise<DevelopmentPlan> {
  const viewer = await reportingViewer();
  return changeRow(DevelopmentPlanModel, id, async (plan) => {
    assertMay(viewer, plan);
    const obstacle = stepObstacle(step, plan);
    if (obstacle !== null) throw conflict(obstacle, { status: plan.status });
    return { ...(await changes(plan)), status: stateAfter(step) };
  });
}

function findEmployee(id: string): Promise<Pick<Employee, 'fullName' | 'managerId'> | null> {
  return EmployeeModel.findById(id)
    .select('fullName managerId')
    .lean<Pick<Employee, 'fullName' | 'managerId'>>()
    .exec();
}

/** The occasion names the revision: a plan that is submitted again is news again. */
async function tell(
  type: 'plan-submitted' | 'plan-approved' | 'plan-rejected',
  { _id, revision, title }: DevelopmentPlan,
  employeeId: string,
  values: Record<string, string> = {},
): Promise<void> {
  const link = `/development-plans/${_id}`;
  await notify(type, `${type}:${_id}:${revision}`, [{ employeeId, values: { plan: title, ...values }, link }]);
}
