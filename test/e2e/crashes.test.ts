import mongoose from 'mongoose';
import type { GenerateResult } from '../../shared/jobs/contract';
import { JobStatus } from '../../shared/jobs/job.model';
import type { JobView } from '../../api/platform/jobs.dto';
import type { ApiClient } from '../../dev/client';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';
import { hasEnded, makeCycle, makeOrganization, pollJob } from './organization';

const EMPLOYEES = 4_000;
const env = serviceEnvironment({ RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_AUTH: '1000' });
const running: ServiceProcess[] = [];
let admin: ApiClient;
let cycleId: string;
let database: mongoose.Connection;

/** Starts a job without waiting for it. */
async function startAsync(path: string, body: object = {}): Promise<JobView> {
  const answer = await fetch(admin.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...admin.authorization, 'Content-Type': 'application/json', Prefer: 'respond-async' },
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
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map((one) => one.kill('SIGKILL')));
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
    const participants = 2 * EMPLOYEES - 1; // everybody but the first has a manager
    expect(result).toMatchObject({ evaluations: EMPLOYEES, participants });

    const cycle = await admin.get<{ counts: object }>(`/api/evaluation-cycles/${cycleId}`);
    expect(cycle.counts).toMatchObject({ subjects: EMPLOYEES, participants });
    const again = await admin.post<GenerateResult>(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
    expect(again).toMatchObject({ created: 0, evaluations: EMPLOYEES, participants });
    const row = await database.collection('jobs').findOne({ _id: job.id as never });
    expect(row).toMatchObject({ deaths: 1, runs: 2 });
  }, 120_000);

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
  }, 120_000);
});
