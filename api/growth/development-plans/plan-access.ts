import { AppError, conflict, notFound } from '../../../shared/kernel/errors';
import { mayDecide, mayWritePlans, isOwnPlan, maySeePlans } from '../../../shared/policies/development-plan.policy';
import type { ReportingViewer } from '../../../shared/policies/viewer';

/** What of a plan decides who may. */
interface Owned {
  employeeId: string;
}

/** Throws NOT_FOUND for a plan that is not shown to the viewer, and FORBIDDEN for one that is but may not be written. */
export function assertMayWritePlan(viewer: ReportingViewer, { employeeId }: Owned): void {
  if (!maySeePlans(viewer, employeeId)) throw notFound();
  if (!mayWritePlans(viewer, employeeId)) throw new AppError('FORBIDDEN', 'You can see this plan but not change it.');
}

/** The same for approving and rejecting; throws CONFLICT for one's own plan, whatever the role. */
export function assertMayDecide(viewer: ReportingViewer, { employeeId }: Owned): void {
  if (!maySeePlans(viewer, employeeId)) throw notFound();
  if (isOwnPlan(viewer, employeeId)) throw conflict('You cannot decide on your own plan. Ask your manager or HR.');
  if (!mayDecide(viewer, employeeId)) throw new AppError('FORBIDDEN', 'The direct manager and HR decide on this plan.');
}
