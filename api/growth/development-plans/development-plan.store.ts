import { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../../shared/growth/development-plan.model';

/** Counts the plans of the tenant by status; one query. */
export async function planCounts(): Promise<Record<DevelopmentPlanStatus, number>> {
  const rows = await DevelopmentPlanModel.aggregate<{ _id: DevelopmentPlanStatus; count: number }>([
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ]);
  const count = (status: DevelopmentPlanStatus): number => rows.find(({ _id }) => _id === status)?.count ?? 0;
  return {
    Draft: count(DevelopmentPlanStatus.Draft),
    PendingApproval: count(DevelopmentPlanStatus.PendingApproval),
    Approved: count(DevelopmentPlanStatus.Approved),
    Rejected: count(DevelopmentPlanStatus.Rejected),
    InProgress: count(DevelopmentPlanStatus.InProgress),
    Completed: count(DevelopmentPlanStatus.Completed),
    Cancelled: count(DevelopmentPlanStatus.Cancelled),
  };
}

/** Returns the plans of these employees, of all statuses unless some are named, the newest first; one query. */
export async function plansOf(
  employeeIds: readonly string[],
  statuses: readonly DevelopmentPlanStatus[] = Object.values(DevelopmentPlanStatus),
): Promise<DevelopmentPlan[]> {
  return DevelopmentPlanModel.find({ employeeId: { $in: [...employeeIds] }, status: { $in: [...statuses] } })
    .sort({ createdAt: -1, _id: 1 })
    .lean<DevelopmentPlan[]>();
}

/** Returns the plans that wait for HR because their employees have no manager, the newest first; one query. */
export async function plansForHr(): Promise<DevelopmentPlan[]> {
  return DevelopmentPlanModel.find({ status: DevelopmentPlanStatus.PendingApproval, approverId: null })
    .sort({ createdAt: -1, _id: 1 })
    .lean<DevelopmentPlan[]>();
}
