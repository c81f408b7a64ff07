import Redis from 'ioredis';
import JSZip from 'jszip';
import mongoose from 'mongoose';
import type { JobView } from '../../api/platform/jobs/jobs.dto';
import type { ApiClient } from '../../dev/client';
import type { GenerateResult } from '../../shared/jobs/generate-result';
import { JobStatus } from '../../shared/jobs/job.model';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';
import { outboxMails, placesNaming, storedTexts } from '../support/stored-texts';
import { until } from '../support/until';
import { hasEnded, makeCycle, makeOrganization, pollJob } from './organization';

const EMPLOYEES = 4_000;
const env = serviceEnvironment({ RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_UPLOAD: '1000', RATE_LIMIT_AUTH: '1000' });
const running: ServiceProcess[] = [];
let admin: ApiClient;
let cycleId: string;
let database: mongoose.Connection;

/** Starts a job without waiting for it. */
async function startAsync(path: string, body: object = {}, client = admin): Promise<JobView> {
  const answer = await fetch(client.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...client.authorization, 'Content-Type': 'application/json', Prefer: 'respond-async' },
  });
  expect(answer.status).toBe(202);
  const job = (await answer.json()) as JobView;
  expect(answer.headers.get('location')).toBe(`/api/jobs/${job.id}`);
  return job;
}

async function startWorker(): Promise<ServiceProcess> {
  const worker = await startWorkerProcess(env);
  running.push(worker);
  return worker;
}

beforeAll(async () => {
  const api = await startApiProcess(env);
  running.push(api);
  database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
  const worker = await startWorker();
  admin = await makeOrganization(api.url, 'crashes');
  cycleId = await makeCycle(admin, EMPLOYEES);
  await worker.kill('SIGTERM');
});

afterAll(async () => {
  await Promise.all(running.map((child) => child.kill('SIGKILL')));
  await database.dropDatabase();
  await database.close();
});

describe('a worker that is killed with SIGKILL (reliability F1; real processes)', () => {
  test('in the middle of generation: the job ends, and nothing is there twice', async () => {
    const victim = await startWorker();
    const job = await startAsync(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
    await pollJob(admin, job.id, ({ status, progress }) => status === JobStatus.Running && progress.done > 0);
    await victim.kill('SIGKILL');
    const interrupted = await admin.get<JobView>(`/api/jobs/${job.id}`);
    expect(interrupted.status).toBe('Running');

    await startWorker();
    const ended = await pollJob(admin, job.id, hasEnded);
    expect(ended.status).toBe('Succeeded');
    const result = ended.result as GenerateResult;
    const participants = 2 * EMPLOYEES - 1; // everyone but the first has a manager
    expect(result).toMatchObject({ evaluations: EMPLOYEES, participants });

    const cycle = await admin.get<{ counts: object }>(`/api/evaluation-cycles/${cycleId}`);
    expect(cycle.counts).toMatchObject({ subjects: EMPLOYEES, participants });
    const again = await admin.post<GenerateResult>(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
    expect(again).toMatchObject({ created: 0, evaluations: EMPLOYEES, participants });
    const row = await database.collection('jobs').findOne({ _id: job.id as never });
    expect(row).toMatchObject({ deaths: 1, runs: 2 });
  });

  test('in the middle of an export: the caller gets one whole file', async () => {
    for (const worker of running.slice(1)) await worker.kill('SIGTERM');
    const { items } = await admin.get<{ items: { subjectId: string }[] }>(
      `/api/evaluation-results?cycleId=${cycleId}&pageSize=1`,
    );
    const subjectId = items[0]?.subjectId;
    const victim = await startWorker();
    const job = await startAsync('/api/evaluation-results/export-pdf', { cycleId, subjectId });
    await pollJob(admin, job.id, ({ status }) => status !== JobStatus.Queued);
    await victim.kill('SIGKILL');
    expect((await admin.get<JobView>(`/api/jobs/${job.id}`)).status).toBe('Running');

    await startWorker();
    expect((await pollJob(admin, job.id, hasEnded)).status).toBe('Succeeded');
    const answer = await fetch(`${admin.url}/api/jobs/${job.id}/file`, { headers: admin.authorization });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-8).toString()).toContain('%%EOF');
    expect(await database.collection('storedfiles').countDocuments({ purpose: 'Export' })).toBe(1);
  });

  test('in the middle of a ZIP of reports: the caller gets one whole file with each of them once', async () => {
    for (const worker of running.slice(1)) await worker.kill('SIGTERM');
    const { items } = await admin.get<{ items: { subjectId: string }[] }>(
      `/api/evaluation-results?cycleId=${cycleId}&pageSize=30`,
    );
    const subjectIds = items.map(({ subjectId }) => subjectId);
    const before = await database.collection('storedfiles').countDocuments({ purpose: 'Export' });
    const victim = await startWorker();
    const job = await startAsync(`/api/evaluation-results/${cycleId}/export-reports`, { subjectIds, view: 'HR' });
    await pollJob(admin, job.id, ({ progress }) => progress.done > 0);
    await victim.kill('SIGKILL');
    expect((await admin.get<JobView>(`/api/jobs/${job.id}`)).status).toBe('Running');

    await startWorker();
    expect(await pollJob(admin, job.id, hasEnded)).toMatchObject({ status: 'Succeeded', result: { reports: 30 } });
    const answer = await fetch(`${admin.url}/api/jobs/${job.id}/file`, { headers: admin.authorization });
    const zip = await JSZip.loadAsync(await answer.arrayBuffer());
    expect(Object.keys(zip.files)).toHaveLength(30);
    for (const file of Object.values(zip.files)) expect(await file.async('text')).toMatch(/^%PDF-[^]*%%EOF\s*$/);
    expect(await database.collection('storedfiles').countDocuments({ purpose: 'Export' })).toBe(before + 1);
  });

  test('in the middle of three erasures, each at another step: all are whole, and no one is named anywhere', async () => {
    for (const worker of running.slice(1)) await worker.kill('SIGTERM');
    const worker = await startWorker();
    const hr = await makeOrganization(admin.url, 'erasures');
    const people = await Promise.all(
      ['Xenia Ovando', 'Yolanda Urrutia', 'Zacarias Echeverri'].map((name) => hire(hr, name)),
    );
    const [first, second, third] = people as [Hired, Hired, Hired];
    const cycle = await makeCycle(hr, 8);
    await hr.post(`/api/evaluation-cycles/${cycle}/generate-evaluations`);
    const names = people.flatMap(({ fullName, email, employeeCode }) => [fullName, email, employeeCode]);
    await until(async () => (await mailsNaming(third)).length > 0);
    const requests: string[] = [];
    for (const { id } of people) {
      await hr.put(`/api/employees/${id}`, { status: 'Terminated' });
      const { id: request } = await hr.post<{ id: string }>('/api/privacy-requests', {
        employeeId: id,
        kind: 'Erasure',
      });
      await until(
        async () => (await hr.get<{ status: string }>(`/api/privacy-requests/${request}`)).status === 'Review',
      );
      requests.push(request);
    }
    await worker.kill('SIGTERM');
    const jobs: string[] = [];
    for (const [at, { fullName }] of people.entries())
      jobs.push((await startAsync(`/api/privacy-requests/${requests[at]}/complete`, { confirm: fullName }, hr)).id);

    // Rows that the test holds stop each erasure there: before anything is lost, at the account, and at its last write.
    const release = await holdRows([
      ['privacyrequests', requests[0]],
      ['users', second.userId],
      ['employees', third.id],
    ]);
    const victim = await startWorker();
    const isGone = async (collection: string, filter: object): Promise<boolean> =>
      (await database.collection(collection).countDocuments(filter)) === 0;
    await until(() => isGone('goals', { ownerEmployeeId: second.id }));
    await until(async () => (await mailsNaming(third)).length === 0);
    await victim.kill('SIGKILL');
    await release();
    expect(await isGone('erasures', { _id: first.id as never })).toBe(true);
    expect(await isGone('users', { _id: second.userId as never })).toBe(false);
    expect(await isGone('users', { _id: third.userId as never })).toBe(true);
    const interrupted = await database
      .collection('employees')
      .distinct('fullName', { _id: { $in: people.map(({ id }) => id as never) } });
    expect(interrupted.sort()).toEqual(people.map(({ fullName }) => fullName).sort());

    await startWorker();
    for (const [at, job] of jobs.entries()) {
      expect((await pollJob(hr, job, hasEnded)).status).toBe('Succeeded');
      expect(await hr.get(`/api/privacy-requests/${requests[at]}`)).toMatchObject({
        status: 'Completed',
        employee: 'Former employee',
      });
    }
    expect(await database.collection('erasures').countDocuments({ erasedAt: { $ne: null } })).toBe(3);
    const redis = new Redis(env.REDIS_URL ?? '', { keyPrefix: '' });
    const { db } = database;
    if (!db) throw new Error('not connected');
    const places = await storedTexts(db, redis, env.DATA_DIR ?? '');
    redis.disconnect();
    for (const [at, { output }] of running.entries()) places[`log ${at}`] = output();
    expect(placesNaming(places, [...names, ...names.map((name) => name.toLowerCase())])).toEqual([]);
    expect(await hr.get('/api/audit-logs/verify')).toMatchObject({ valid: true });
  });
});

interface Hired {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  employeeCode: string;
}

/** An employee with an account, whose invitation is mailed, and a goal. */
async function hire(hr: ApiClient, fullName: string): Promise<Hired> {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  const email = `${fullName.toLowerCase().replace(' ', '.')}@company.example`;
  const employeeCode = `${firstName.slice(0, 1)}${lastName.slice(0, 1)}-70771`;
  const { id } = await hr.post<{ id: string }>('/api/employees', { firstName, lastName, email, employeeCode });
  await hr.post(`/api/employees/${id}/invite`);
  await hr.post('/api/goals', { title: 'Own goal', level: 'Individual', ownerEmployeeId: id });
  const account = await database.collection('users').findOne({ employeeId: id });
  return { id, userId: String(account?._id), fullName, email, employeeCode };
}

async function mailsNaming({ fullName }: Hired): Promise<string[]> {
  return (await outboxMails(env.DATA_DIR ?? '')).filter((mail) => mail.includes(fullName));
}

/** Writes rows in transactions that stay open, so that others who write them wait; returns what ends them. */
async function holdRows(
  rows: readonly (readonly [collection: string, id: string | undefined])[],
): Promise<() => Promise<void>> {
  // A transaction may last for a minute; a worker on a busy machine takes longer to come to these rows.
  await database.db?.admin().command({ setParameter: 1, transactionLifetimeLimitSeconds: 1_800 });
  const sessions = await Promise.all(rows.map(() => database.startSession()));
  for (const [at, [collection, id]] of rows.entries()) {
    const session = sessions[at];
    session?.startTransaction();
    await database.collection(collection).updateOne({ _id: id as never }, { $set: { held: true } }, { session });
  }
  return async () => {
    for (const session of sessions) {
      await session.abortTransaction();
      await session.endSession();
    }
  };
}
