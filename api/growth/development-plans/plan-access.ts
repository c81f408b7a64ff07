import { AppError, conflict, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import type { ReportingViewer } from '../../../shared/policies/viewer';
import { mayDecide, mayWritePlans, isOwnPlan, maySeePlans } from '../../policies/development-plan.policy';

/** The field of a plan that decides about access. */
interface Owned {
  employeeId: string;
}

/** Throws NOT_FOUND for a plan that the viewer may not see, and FORBIDDEN for one that they may see but not edit. */
export function assertMayWritePlan(viewer: ReportingViewer, { employeeId }: Owned): void {
  if (!maySeePlans(viewer, employeeId)) throw notFound();
  if (!mayWritePlans(viewer, employeeId)) throw new AppError('FORBIDDEN', 'You can see this plan but not change it.');
}

/** Does the same for approving and rejecting; throws CONFLICT for the viewer's own plan. */
export function assertMayDecide(viewer: ReportingViewer, { employeeId }: Owned): void {
  if (!maySeePlans(viewer, employeeId)) throw notFound();
  if (isOwnPlan(viewer, employeeId)) throw conflict(refusal('OWN_PLAN'));
  if (!mayDecide(viewer, employeeId)) throw new AppError('FORBIDDEN', 'The direct manager and HR decide on this plan.');
}
