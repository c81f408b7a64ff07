import { pickRows } from '../../../shared/db/pick';
import { WRITABLE_CYCLES } from '../../../shared/evaluation/cycles/cycle-status';
import { Audience, showsResults } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { COUNTED_PARTICIPANTS } from '../../../shared/evaluation/participants/participation.store';
import { DevelopmentPlanStatus, OPEN_PLANS } from '../../../shared/growth/development-plan-status';
import { OPEN_GOALS } from '../../../shared/growth/goals/goal-status';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { readinessPercent } from '../../../shared/insight/readiness.rules';
import { nextStepReadiness } from '../../../shared/insight/readiness.store';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { actor } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { groupBy } from '../../../shared/kernel/group-by';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { teamResults } from '../../insight/team-results.store';
import { plansOf } from '../development-plans/development-plan.store';
import { goalsWithProgress } from '../goals/goal.store';
import {
  type ManagerDashboard,
  type RunningEvaluation,
  toGoalSummary,
  toPendingPlan,
  toRunningEvaluation,
  toShortResult,
} from './manager-dashboard.dto';
import { toMyPlan } from './my-dashboard.dto';
import { toDashboardCycle } from './organizational-dashboard.dto';

type Report = Pick<Employee, '_id' | 'fullName' | 'status' | 'departmentId' | 'jobProfileId'>;

/**
 * Returns the caller's direct reports who are not Terminated, by name. Throws FORBIDDEN without any. A constant number
 * of queries.
 */
export async function managerDashboard(): Promise<ManagerDashboard> {
  const { employeeId } = actor();
  const reports = employeeId === null ? [] : await directReports(employeeId);
  if (employeeId === null || reports.length === 0)
    throw new AppError('FORBIDDEN', 'The manager dashboard requires direct reports.');
  const ids = reports.map(({ _id }) => _id);
  const [cycle, names, readiness, plans, goals, running] = await Promise.all([
    lastClosedCycle(),
    snapshotNames(reports),
    nextStepReadiness(ids, Audience.Manager),
    plansOf(ids, OPEN_PLANS),
    goalsWithProgress({ ownerEmployeeId: { $in: ids }, status: { $in: OPEN_GOALS } }),
    runningEvaluations(ids, employeeId),
  ]);
  const isShown = cycle !== null && showsResults(cycle, Audience.Manager);
  const results = isShown ? await teamResults(cycle, ids) : new Map<string, never>();
  const nameOf = new Map(reports.map(({ _id, fullName }) => [_id, fullName]));
  const goalsOf = groupBy(goals, ({ goal }) => goal.ownerEmployeeId);
  const plansOfReport = groupBy(plans, (plan) => plan.employeeId);
  return {
    cycle: cycle && toDashboardCycle(cycle),
    openCycle: running.cycle && toDashboardCycle(running.cycle),
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
        evaluation: running.evaluations.get(_id) ?? null,
        goals: toGoalSummary(goalsOf.get(_id) ?? []),
        developmentPlans: (plansOfReport.get(_id) ?? []).map(toMyPlan),
      };
    }),
    plansAwaitingApproval: plans
      .filter(({ status }) => status === DevelopmentPlanStatus.PendingApproval)
      .map((plan) => toPendingPlan(plan, nameOf.get(plan.employeeId) ?? null)),
  };
}

async function directReports(managerId: string): Promise<Report[]> {
  return pickRows(
    EmployeeModel.find({ managerId, status: { $ne: EmployeeStatus.Terminated } }).sort({ searchText: 1, _id: 1 }),
    'fullName',
    'status',
    'departmentId',
    'jobProfileId',
  );
}

/** Returns the progress of these subjects' evaluations, in the cycle that ends first of those that take answers about them. */
async function runningEvaluations(
  subjectIds: readonly string[],
  viewerId: string,
): Promise<{ cycle: Cycle | null; evaluations: ReadonlyMap<string, RunningEvaluation> }> {
  const cycles = await CycleModel.find({ status: { $in: WRITABLE_CYCLES } })
    .sort({ endDate: 1, _id: 1 })
    .lean<Cycle[]>();
  const rows = await pickRows(
    ParticipantModel.find({
      cycleId: { $in: cycles.map(({ _id }) => _id) },
      subjectId: { $in: [...subjectIds] },
      ...COUNTED_PARTICIPANTS,
    }),
    'cycleId',
    'subjectId',
    'evaluatorId',
    'evaluatorType',
    'status',
  );
  const cycle = cycles.find(({ _id }) => rows.some(({ cycleId }) => cycleId === _id)) ?? null;
  const ofCycle = rows.filter(({ cycleId }) => cycleId === cycle?._id);
  const evaluations = Array.from(
    groupBy(ofCycle, ({ subjectId }) => subjectId),
    ([id, participants]) => [id, toRunningEvaluation(participants, viewerId)] as const,
  );
  return { cycle, evaluations: new Map(evaluations) };
}
