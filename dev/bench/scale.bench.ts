import { setPotential } from '../../api/insight/nine-box/nine-box-potential.service';
import { createAccount } from '../../api/platform/accounts/account.store';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { inTransaction } from '../../shared/db/transaction';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { mergeSums } from '../../shared/evaluation/cycles/sums.store';
import { now } from '../../shared/kernel/clock';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { runJob } from '../../test/support/run-handler';
import { answerAll, makeCycle, makeFramework } from './cycle';
import { type Reader, startReader } from './http-reader';
import { serveApi } from './http-service';
import { median, timed } from './measure';
import { makeDepartments, makeEmployees, makeKey, makeTenant, within } from './tenant';

const REQUIREMENTS = 3;
const LOOKS = 5;

/** Milliseconds of each work with so many employees in one cycle, by its name in the order of the table; memory in megabytes. */
export type ScaleColumn = Map<string, number>;

/**
 * One organization with `count` employees in one cycle: what makes it, and then each list, figure and dataset over HTTP, in
 * the median of five looks. The cycle is Open first, then Closed with gaps.
 */
export async function scaleColumn(count: number): Promise<ScaleColumn> {
  const column: ScaleColumn = new Map();
  const tenantId = await makeTenant();
  const [api, reader] = [await serveApi(), startReader()];
  try {
    const { cycleId, subjectId } = await makeSeason(tenantId, count, column);
    const token = await within(tenantId, () => signInHr(tenantId));
    const look = looker(api.url, reader, { authorization: `Bearer ${token}` }, column);
    const read = looker(api.url, reader, await makeKey(tenantId), column);
    await lists(look, cycleId, count);
    const dashboard = `/api/dashboards/organizational?cycleId=${cycleId}`;
    await look('organizational dashboard', dashboard);
    await judgeOne(tenantId, cycleId, subjectId);
    await look('organizational dashboard, first look after a change', dashboard, 1);
    await look('nine-box as JSON', `/api/nine-box?cycleId=${cycleId}`);
    for (const name of ['scores', 'nine-box', 'gaps']) await read(`v1 datasets/${name}`, `/api/v1/datasets/${name}`);
    await read('v1 cycles', '/api/v1/cycles');
    column.set(
      'nine-box workbook',
      await timed(() =>
        within(tenantId, () => runJob('insight.export-nine-box', { cycleId, departmentId: null, jobProfileId: null })),
      ),
    );
    column.set('memory of the process, MB', process.memoryUsage().rss / 1024 / 1024);
  } finally {
    reader.close();
    await api.close();
  }
  return column;
}

/** Employees, evaluations and peers by the jobs of the service, and answers of all who were asked. */
export async function makeSeason(
  tenantId: string,
  count: number,
  column: ScaleColumn,
): Promise<{ cycleId: string; subjectId: string; departmentId: string }> {
  return within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const employees = await makeEmployees(count, framework.jobProfileId);
    await makeDepartments(employees);
    const cycleId = await makeCycle(framework.templateId);
    const time = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      column.set(name, await timed(work));
    };
    await time('generate', () => runJob('evaluation.generate', { cycleId }));
    await time('peers x 4', () => runJob('evaluation.assign-peers', { cycleId, dryRun: false }));
    await time('direct reports', () => runJob('evaluation.assign-direct-reports', { cycleId }));
    await answerAll(cycleId, framework.competencyIds.length);
    await time('scores of all subjects again', () => runJob('evaluation.rescore', { cycleId, change: newId() }));
    await mergeSums();
    await CycleModel.updateOne({ _id: cycleId }, { $set: { status: CycleStatus.Closed, closedAt: now() } });
    await time('gaps', () => runJob('insight.recalculate-gaps', { cycleId }));
    return { cycleId, subjectId: employees[0]?._id ?? '', departmentId: employees[0]?.departmentId ?? '' };
  });
}

/** What changes the nine-box: HR sets the potential of one subject. */
async function judgeOne(tenantId: string, cycleId: string, subjectId: string): Promise<void> {
  const who = { userId: newId(), email: 'hr@bench.example', sessionId: newId(), employeeId: null };
  const context = { requestId: newId(), tenantId, actor: { ...who, roles: [Role.HRManager] } };
  await runInContext(context, () => setPotential(subjectId, { cycleId, potential: 4, reason: 'seen at work' }));
}

/** A token of HR of an organization, in whose context it is called; with `more` roles where HR alone sees too little. */
export async function signInHr(tenantId: string, ...more: Role[]): Promise<string> {
  const roles = [Role.User, Role.HRManager, ...more];
  const account = { email: 'hr@bench.example', fullName: 'HR', roles, passwordHash: null };
  const id = await inTransaction(() => createAccount(account));
  const { sessionId } = await openSession({ userId: id });
  return signAccessToken({ sub: id, roles, sid: sessionId, tenant_id: tenantId });
}

type Look = (name: string, path: string, looks?: number) => Promise<void>;

function looker(url: string, reader: Reader, headers: Record<string, string>, column: ScaleColumn): Look {
  return async (name, path, looks = LOOKS) => {
    const [times, first]: [number[], number[]] = [[], []];
    for (let at = 0; at < looks; at++)
      times.push(
        await timed(async () => {
          first.push((await reader.read(url + path, headers)).firstByteMs);
        }),
      );
    column.set(name, median(times));
    if (name.startsWith('v1 datasets')) column.set(`${name}, first byte`, median(first));
  };
}

async function lists(look: Look, cycleId: string, count: number): Promise<void> {
  const pages = Math.max(1, Math.floor(count / 50 / 2));
  await look('results, first page of 50', `/api/evaluation-results?cycleId=${cycleId}`);
  await look('results by score', `/api/evaluation-results?cycleId=${cycleId}&sort=-effective`);
  await look('results, page in the middle', `/api/evaluation-results?cycleId=${cycleId}&page=${pages}`);
  await look('completion', `/api/evaluation-cycles/${cycleId}/completion`);
  await look('participants, first page', `/api/evaluation-cycles/${cycleId}/participants`);
  await look('gaps, first page', `/api/gap-analysis?cycleId=${cycleId}`);
  const progress = `/api/evaluation-cycles/${cycleId}/progress`;
  await look('submissions per day, first look', progress, 1);
  await look('submissions per day', progress);
  await look('cycle detail', `/api/evaluation-cycles/${cycleId}`);
  await look('employees, first page', '/api/employees');
  await look('employees, page in the middle', `/api/employees?page=${pages}`);
  await look('employees/options, everybody', '/api/employees/options');
  await look('employees/options, the first 20 of a search', '/api/employees/options?search=last&limit=20');
}
