import mongoose from 'mongoose';
import { organizationalDashboard } from '../../api/growth/dashboards/organizational-dashboard.queries';
import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { GoalStatus } from '../../shared/growth/goals/goal-status';
import { type Goal, GoalModel } from '../../shared/growth/goals/goal.model';
import { SurveyStatus } from '../../shared/growth/pulse-surveys/survey-status';
import { SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { DepartmentModel } from '../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import { makeAnswers, makeCycle, makeFramework } from './cycle';
import { median, timed } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

const REQUIREMENTS = 12;
const GOALS = 1_000;
const LOOKS = 7;

/** What one look at a dashboard asked of the database: commands sent, and the milliseconds in which any of them ran. */
export interface Look {
  commands: number;
  databaseMs: number;
  ms: number;
}

/**
 * The organizational dashboard with `count` employees, one closed cycle and twelve gap rows each: the first look, which
 * counts the cycle, and the median of those after it. Connects again, since commands are only told where that was asked for.
 */
export async function dashboardLooks(url: string, count: number): Promise<{ first: Look; next: Look }> {
  await disconnectDatabase();
  await connectDatabase(url, { monitorCommands: true });
  const tenantId = await makeTenant();
  await within(tenantId, () => makeOrganization(count));
  const first = await lookAt(tenantId);
  const looks: Look[] = [];
  for (let round = 0; round < LOOKS; round++) looks.push(await lookAt(tenantId));
  const middle = (of: keyof Look): number => median(looks.map((look) => look[of]));
  return { first, next: { commands: middle('commands'), databaseMs: middle('databaseMs'), ms: middle('ms') } };
}

async function lookAt(tenantId: string): Promise<Look> {
  const look: Look = { commands: 0, databaseMs: 0, ms: 0 };
  let running = 0;
  let since = 0;
  const started = (): void => {
    look.commands += 1;
    if (running === 0) since = performance.now();
    running += 1;
  };
  const ended = (): void => {
    running -= 1;
    if (running === 0) look.databaseMs += performance.now() - since;
  };
  const client = mongoose.connection.getClient();
  client.on('commandStarted', started).on('commandSucceeded', ended).on('commandFailed', ended);
  look.ms = await timed(() => within(tenantId, () => organizationalDashboard(undefined)));
  client.off('commandStarted', started).off('commandSucceeded', ended).off('commandFailed', ended);
  return look;
}

async function makeOrganization(count: number): Promise<void> {
  const framework = await makeFramework(REQUIREMENTS);
  const employees = await makeEmployees(count, framework.jobProfileId);
  await makeDepartments(employees);
  const cycleId = await makeCycle(framework.templateId);
  await makeAnswers(
    cycleId,
    employees.map(({ _id }) => _id),
    framework,
  );
  await CycleModel.updateOne({ _id: cycleId }, { $set: { status: CycleStatus.Closed, closedAt: now() } });
  await runJob('insight.recalculate-gaps', { cycleId });
  const gaps = await GapModel.countDocuments({ cycleId });
  const people = await EmployeeModel.countDocuments();
  if (gaps !== count * REQUIREMENTS || people !== count) throw new Error(`${gaps} gaps of ${people} employees`);
  await makeGoals(employees);
  await SurveyModel.create({
    name: 'Pulse',
    status: SurveyStatus.Closed,
    closedAt: now(),
    anonymityThreshold: 5,
    invited: count,
    responses: 100,
    enps: { promoters: 60, passives: 20, detractors: 20 },
  });
}

/** The departments that these employees name. */
export async function makeDepartments(employees: readonly Employee[]): Promise<void> {
  const ids = [...new Set(employees.flatMap(({ departmentId }) => departmentId ?? []))];
  for (const [at, _id] of ids.entries()) {
    const name = `Department ${at}`;
    await DepartmentModel.create({ _id, name });
  }
}

async function makeGoals(employees: readonly Employee[]): Promise<void> {
  const keyResult = { unit: null, startValue: 0, targetValue: 10, weight: 1, checkInCount: 0, recentCheckIns: [] };
  const rows = Array.from({ length: GOALS }, (_none, at): NewRow<Goal> => ({
    title: `Goal ${at}`,
    description: null,
    level: GoalLevel.Individual,
    status: GoalStatus.Active,
    ownerEmployeeId: employees[at % employees.length]?._id ?? null,
    departmentId: null,
    parentId: null,
    startDate: null,
    dueDate: null,
    placements: 0,
    keyResults: [{ ...keyResult, id: newId(), title: 'Key result', currentValue: at % 11 }],
    isDeleted: false,
  }));
  await bulkInsert(GoalModel, rows);
}
