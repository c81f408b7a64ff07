import { namesById } from '../../shared/db/references';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { answersAreWritable, CycleStatus } from '../../shared/evaluation/cycle-status';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';
import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { plansOf } from '../../shared/growth/development-plan.store';
import { GoalStatus } from '../../shared/growth/goal-status';
import { goalsWithProgress } from '../../shared/growth/goal.store';
import { readinessPercent } from '../../shared/insight/readiness.rules';
import { nextStepReadiness } from '../../shared/insight/readiness.store';
import { teamResults } from '../../shared/insight/team-results.store';
import { actor } from '../../shared/kernel/context';
import { EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { countUnread } from '../comms/notifications.queries';
import { toShortResult } from './manager-dashboard.dto';
import { type MyDashboard, toEvaluationToAnswer, toMyGoal, toMyPlan, toMySurvey } from './my-dashboard.dto';
import { toDashboardCycle } from './organizational-dashboard.dto';
import { surveysToAnswer } from './survey-answers.queries';

const WRITABLE = Object.values(CycleStatus).filter(answersAreWritable);
const UNFINISHED_GOALS = [GoalStatus.Draft, GoalStatus.Active];
const UNFINISHED_PLANS = Object.values(DevelopmentPlanStatus).filter(
  (status) => status !== DevelopmentPlanStatus.Completed && status !== DevelopmentPlanStatus.Cancelled,
);
const EVALUATIONS_SHOWN = 10;

/** What concerns the caller; a number of queries that does not depend on how much it is. */
export async function myDashboard(): Promise<MyDashboard> {
  const { employeeId } = actor();
  const [surveys, unreadNotifications, own] = await Promise.all([
    surveysToAnswer(),
    countUnread(),
    employeeId === null ? null : ofEmployee(employeeId),
  ]);
  return { ...(own ?? NOTHING), surveysToAnswer: surveys.map(toMySurvey), unreadNotifications };
}

type OfEmployee = Omit<MyDashboard, 'surveysToAnswer' | 'unreadNotifications'>;

const NOTHING: OfEmployee = {
  evaluationsToAnswer: { count: 0, items: [] },
  results: null,
  goals: [],
  developmentPlans: [],
  readiness: null,
};

async function ofEmployee(employeeId: string): Promise<OfEmployee> {
  const { anonymityMinimum } = (await currentTenant()).settings;
  const [evaluationsToAnswer, results, goals, plans, readiness] = await Promise.all([
    evaluationsOf(employeeId),
    publishedResults(employeeId, anonymityMinimum),
    goalsWithProgress({ ownerEmployeeId: employeeId, status: { $in: UNFINISHED_GOALS } }),
    plansOf([employeeId], UNFINISHED_PLANS),
    nextStepReadiness([employeeId], { publishedOnly: true, anonymityMinimum }),
  ]);
  const share = readiness.get(employeeId);
  return {
    evaluationsToAnswer,
    results,
    goals: goals.map(toMyGoal),
    developmentPlans: plans.map(toMyPlan),
    readiness: readinessPercent(share),
  };
}

async function evaluationsOf(evaluatorId: string): Promise<MyDashboard['evaluationsToAnswer']> {
  const cycles = await CycleModel.find({ status: { $in: WRITABLE } })
    .sort({ endDate: 1, _id: 1 })
    .select('name endDate')
    .lean<Pick<Cycle, '_id' | 'name' | 'endDate'>[]>();
  const rows = await ParticipantModel.find({
    evaluatorId,
    status: ParticipantStatus.InProgress,
    cycleId: { $in: cycles.map(({ _id }) => _id) },
  })
    .sort({ createdAt: 1, _id: 1 })
    .select('cycleId subjectId evaluatorType')
    .lean<Pick<Participant, '_id' | 'cycleId' | 'subjectId' | 'evaluatorType'>[]>();
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

async function publishedResults(subjectId: string, anonymityMinimum: number): Promise<MyDashboard['results']> {
  const evaluations = await EvaluationModel.find({ subjectId }).select('cycleId').lean<Pick<Evaluation, 'cycleId'>[]>();
  const cycle = await CycleModel.findOne({
    _id: { $in: evaluations.map(({ cycleId }) => cycleId) },
    resultsPublishedAt: { $ne: null },
  })
    .sort({ resultsPublishedAt: -1, _id: 1 })
    .lean<Cycle>();
  const result = cycle && (await teamResults(cycle, [subjectId], anonymityMinimum)).get(subjectId);
  return result ? { cycle: toDashboardCycle(cycle), result: toShortResult(result) } : null;
}
