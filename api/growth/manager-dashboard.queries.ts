import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { plansOf } from '../../shared/growth/development-plan.store';
import { lastClosedCycle } from '../../shared/insight/cycles.store';
import { readinessPercent } from '../../shared/insight/readiness.rules';
import { nextStepReadiness } from '../../shared/insight/readiness.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { teamResults } from '../../shared/insight/team-results.store';
import { actor } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { type ManagerDashboard, toPendingPlan, toShortResult } from './manager-dashboard.dto';
import { toDashboardCycle } from './organizational-dashboard.dto';

type Report = Pick<Employee, '_id' | 'fullName' | 'status' | 'departmentId' | 'jobProfileId'>;

/** The caller's direct reports who are not Terminated, by name. Throws FORBIDDEN for who has none. The number of queries does not depend on theirs. */
export async function managerDashboard(): Promise<ManagerDashboard> {
  const reports = await directReports();
  if (reports.length === 0)
    throw new AppError('FORBIDDEN', 'The manager dashboard is for those who have direct reports.');
  const ids = reports.map(({ _id }) => _id);
  const { anonymityMinimum } = (await currentTenant()).settings;
  const [cycle, names, readiness, plans] = await Promise.all([
    lastClosedCycle(),
    snapshotNames(reports),
    nextStepReadiness(ids, { publishedOnly: false, anonymityMinimum }),
    plansOf(ids, [DevelopmentPlanStatus.PendingApproval]),
  ]);
  const results = cycle ? await teamResults(cycle, ids, anonymityMinimum) : new Map<string, never>();
  const nameOf = new Map(reports.map(({ _id, fullName }) => [_id, fullName]));
  return {
    cycle: cycle && toDashboardCycle(cycle),
    reports: reports.map(({ _id, fullName, status, departmentId, jobProfileId }) => {
      const result = results.get(_id);
      const share = readiness.get(_id);
      return {
        id: _id,
        name: fullName,
        status,
        department: names.department(departmentId),
        jobProfile: names.jobProfile(jobProfileId),
        result: result ? toShortResult(result) : null,
        readiness: readinessPercent(share),
      };
    }),
    plansAwaitingApproval: plans.map((plan) => toPendingPlan(plan, nameOf.get(plan.employeeId) ?? null)),
  };
}

async function directReports(): Promise<Report[]> {
  const { employeeId } = actor();
  if (employeeId === null) return [];
  return EmployeeModel.find({ managerId: employeeId, status: { $ne: EmployeeStatus.Terminated } })
    .sort({ searchText: 1, _id: 1 }) // the folded text begins with the name
    .select('fullName status departmentId jobProfileId')
    .lean<Report[]>();
}
