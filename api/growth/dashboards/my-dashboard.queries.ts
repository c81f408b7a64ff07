import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { WRITABLE_CYCLES } from '../../../shared/evaluation/cycles/cycle-status';
import { Audience, resultsReleasedAt, showsResults } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { CAN_ANSWER, COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { DevelopmentPlanStatus, OPEN_PLANS } from '../../../shared/growth/development-plan-status';
import { OPEN_GOALS } from '../../../shared/growth/goals/goal-status';
import { readinessPercent } from '../../../shared/insight/readiness.rules';
import { nextStepReadiness } from '../../../shared/insight/readiness.store';
import { actor } from '../../../shared/kernel/context';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { signedIn } from '../../../shared/policies/viewer';
import { countUnread } from '../../comms/notifications.queries';
import { waitingNominations } from '../../evaluation/nominations/waiting-nominations.queries';
import { teamResults } from '../../insight/team-results.store';
import { plansForHr, plansOf } from '../development-plans/development-plan.store';
import { goalsWithProgress } from '../goals/goal.store';
import { surveysToAnswer } from '../pulse-surveys/survey-answers.queries';
import { type PendingPlanView, toPendingPlan, toShortResult } from './manager-dashboard.dto';
import {
  type MyDashboard,
  toEvaluationToAnswer,
  toMyGoal,
  toMyPlan,
  toMySurvey,
  toNominationTask,
} from './my-dashboard.dto';
import { toDashboardCycle } from './organizational-dashboard.dto';

const EVALUATIONS_SHOWN = 10;

/** Returns the caller's tasks and results; a constant number of queries. */
export async function myDashboard(): Promise<MyDashboard> {
  const { employeeId } = actor();
  const [surveys, unreadNotifications, plansToApprove, own] = await Promise.all([
    surveysToAnswer(),
    countUnread(),
    pendingPlans(),
    employeeId === null ? null : ofEmployee(employeeId),
  ]);
  return { ...(own ?? NOTHING), plansToApprove, surveysToAnswer: surveys.map(toMySurvey), unreadNotifications };
}

type OfEmployee = Omit<MyDashboard, 'plansToApprove' | 'surveysToAnswer' | 'unreadNotifications'>;

const NOTHING: OfEmployee = {
  evaluationsToAnswer: { count: 0, items: [] },
  results: null,
  goals: [],
  developmentPlans: [],
  nominationsToSubmit: [],
  nominationsToDecide: 0,
  readiness: null,
};

async function ofEmployee(employeeId: string): Promise<OfEmployee> {
  const [evaluationsToAnswer, results, goals, plans, readiness, nominations] = await Promise.all([
    evaluationsOf(employeeId),
    resultsShownTo(employeeId),
    goalsWithProgress({ ownerEmployeeId: employeeId, status: { $in: OPEN_GOALS } }),
    plansOf([employeeId], OPEN_PLANS),
    nextStepReadiness([employeeId], Audience.Subject),
    waitingNominations(employeeId),
  ]);
  const share = readiness.get(employeeId);
  return {
    evaluationsToAnswer,
    results,
    goals: goals.map(toMyGoal),
    developmentPlans: plans.map(toMyPlan),
    nominationsToSubmit: nominations.toSubmit.map(toNominationTask),
    nominationsToDecide: nominations.toDecide,
    readiness: readinessPercent(share),
  };
}

/** Returns the plans that the caller decides on as a manager, and as HR for employees without one. */
async function pendingPlans(): Promise<PendingPlanView[]> {
  const { employeeId, isHr } = signedIn();
  const reports = employeeId === null ? [] : await directReportIds(employeeId);
  const [ofReports, ofOthers] = await Promise.all([
    reports.length === 0 ? [] : plansOf(reports, [DevelopmentPlanStatus.PendingApproval]),
    isHr ? plansForHr() : [],
  ]);
  // A plan that was submitted before its employee got a manager is in both lists.
  const plans = [...new Map([...ofReports, ...ofOthers].map((plan) => [plan._id, plan])).values()];
  const nameOf = await namesById(
    EmployeeModel,
    plans.map((plan) => plan.employeeId),
    'fullName',
  );
  return plans
    .filter((plan) => plan.employeeId !== employeeId)
    .map((plan) => toPendingPlan(plan, nameOf(plan.employeeId)));
}

async function directReportIds(managerId: string): Promise<string[]> {
  const rows = await pickRows(EmployeeModel.find({ managerId, status: { $ne: EmployeeStatus.Terminated } }), '_id');
  return rows.map(({ _id }) => _id);
}

async function evaluationsOf(evaluatorId: string): Promise<MyDashboard['evaluationsToAnswer']> {
  const cycles = await pickRows(
    CycleModel.find({ status: { $in: WRITABLE_CYCLES } }).sort({ endDate: 1, _id: 1 }),
    'name',
    'endDate',
  );
  const rows = await pickRows(
    ParticipantModel.find({
      evaluatorId,
      ...CAN_ANSWER,
      cycleId: { $in: cycles.map(({ _id }) => _id) },
    }).sort({ createdAt: 1, _id: 1 }),
    'cycleId',
    'subjectId',
    'evaluatorType',
  );
  const byCycle = cycles.flatMap((cycle) =>
    rows.filter(({ cycleId }) => cycleId === cycle._id).map((row) => ({ row, cycle })),
  );
  const shown = byCycle.slice(0, EVALUATIONS_SHOWN);
  const subject = await namesById(
    EmployeeModel,
    shown.map(({ row }) => row.subjectId),
    'fullName',
  );
  const items = shown.map(({ row, cycle }) => toEvaluationToAnswer(row, cycle, subject(row.subjectId)));
  return { count: rows.length, items };
}

async function resultsShownTo(subjectId: string): Promise<MyDashboard['results']> {
  const evaluations = await pickRows(EvaluationModel.find({ subjectId, ...COUNTED_SUBJECTS }), 'cycleId', 'releasedAt');
  const releasedAt = new Map(evaluations.map((evaluation) => [evaluation.cycleId, evaluation.releasedAt]));
  const since = (candidate: Cycle): number =>
    resultsReleasedAt(candidate, releasedAt.get(candidate._id))?.getTime() ?? 0;
  const cycles = await CycleModel.find({ _id: { $in: [...releasedAt.keys()] } }).lean<Cycle[]>();
  const [cycle] = cycles
    .filter((candidate) => showsResults(candidate, Audience.Subject, releasedAt.get(candidate._id)))
    .sort((a, b) => since(b) - since(a) || (a._id < b._id ? -1 : 1));
  const result = cycle && (await teamResults(cycle, [subjectId])).get(subjectId);
  return result ? { cycle: toDashboardCycle(cycle), result: toShortResult(result) } : null;
}
