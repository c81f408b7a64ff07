import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { JobView } from '../../api/platform/jobs/jobs.dto';
import { ApiClient, ApiError } from '../../dev/client';
import { startRedis, type RunningRedis } from '../../dev/redis';
import type { ImportResult } from '../../shared/jobs/import-result';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';
import { employeesCsv, hasEnded, makeOrganization, pollJob } from './organization';

const AUTH_LIMIT = 10;
let redis: RunningRedis;
let env: Record<string, string>;
let apis: (ServiceProcess & { url: string })[];
let workers: ServiceProcess[];
let database: mongoose.Connection;
let admin: ApiClient;

beforeAll(async () => {
  redis = await startRedis({ log: () => undefined });
  env = serviceEnvironment({
    REDIS_URL: redis.url,
    RATE_LIMIT_AUTH: String(AUTH_LIMIT),
    RATE_LIMIT_GLOBAL: '1000000',
    RATE_LIMIT_UPLOAD: '1000',
    JOB_WAIT_SECONDS: '1',
  });
  database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
  apis = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  workers = await Promise.all([1, 2, 3].map(() => startWorkerProcess(env)));
  admin = await makeOrganization(apis[0]?.url ?? '', 'cluster');
});

afterAll(async () => {
  await Promise.all([...apis, ...workers].map((child) => child.kill('SIGKILL')));
  await database.dropDatabase();
  await database.close();
  await redis.stop();
});

const at = (index: number): ApiClient => admin.at(apis[index % apis.length]?.url ?? '');

describe('two API processes and three workers are one service (real processes)', () => {
  test('both start at once on an empty database: one SystemAdmin, no error', async () => {
    expect(await database.collection('users').countDocuments({ roles: 'SystemAdmin' })).toBe(1);
    for (const api of apis) expect(api.output()).not.toContain('"level":"error"');
  });

  test('each job runs once, whoever takes it, and is seen from both', async () => {
    const imports = Array.from({ length: 12 }, async (_, index) => {
      const answer = await at(index).upload<ImportResult | JobView>(
        '/api/employees/import-csv?dryRun=true',
        'a.csv',
        employeesCsv(50),
      );
      // A busy machine may take longer than the API waits: then the answer is the job.
      return 'progress' in answer
        ? ((await pollJob(at(index + 1), answer.id, hasEnded)).result as ImportResult)
        : answer;
    });
    for (const { created } of await Promise.all(imports)) expect(created).toBe(50);
    const jobs = await database.collection('jobs').find({ type: 'people.import-employees' }).toArray();
    expect(jobs.map(({ runs, deaths, status }) => ({ runs, deaths, status }))).toEqual(
      jobs.map(() => ({ runs: 1, deaths: 0, status: 'Succeeded' })),
    );
    expect(jobs).toHaveLength(12);
    const [first, other] = await Promise.all([0, 1].map((index) => at(index).get<{ totalCount: number }>('/api/jobs')));
    expect(first?.totalCount).toBe(other?.totalCount);
  });

  test('a schedule fires in the worker that claims it: a lost job is carried and runs once', async () => {
    const [template] = await database.collection('jobs').find({ status: 'Succeeded' }).limit(1).toArray();
    const id = randomUUID();
    const lost = {
      ...template,
      _id: id as never,
      status: 'Queued',
      runs: 0,
      runToken: null,
      result: null,
      sweepAfter: new Date(0),
    };
    await database.collection('jobs').insertOne(lost);
    const ended = await pollJob(admin, id, hasEnded);
    expect(ended.status).toBe('Succeeded');
    const carried = workers
      .flatMap((worker) => worker.output().split('\n'))
      .filter((line) => line.includes('lost jobs enqueued again'));
    expect(carried.length).toBeGreaterThan(0);
    expect(await database.collection('schedules').countDocuments({ _id: 'sweep-lost-jobs' as never })).toBe(1);
    expect(await database.collection('jobs').findOne({ _id: id as never })).toMatchObject({ runs: 1 });
  });

  test('Redis gone: a command is stored and answered, and done once Redis is back (reliability F4, F5)', async () => {
    const { port } = redis;
    await redis.stop();
    const accepted = await at(0).upload<JobView>('/api/employees/import-csv?dryRun=true', 'a.csv', employeesCsv(5));
    expect(accepted.status).toBe('Queued');
    const health = await fetch(`${apis[0]?.url}/health/ready`);
    expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([200, 'degraded']);
    redis = await startRedis({ port, log: () => undefined }); // empty: every ticket is lost
    expect((await pollJob(admin, accepted.id, hasEnded)).status).toBe('Succeeded');
  });

  test(`the sign-in limit of ${AUTH_LIMIT} a minute holds across both`, async () => {
    // Redis was emptied by the test before, and with it the counters: what counts now are these attempts alone.
    // They are sent at once: one after the other, they take more than a minute on a busy machine.
    const answers = await Promise.all(
      Array.from({ length: AUTH_LIMIT + 4 }, async (_, attempt) => {
        const anonymous = new ApiClient(apis[attempt % apis.length]?.url ?? '');
        const failure: unknown = await anonymous
          .signIn('nobody@x.example', 'wrong-password')
          .catch((error: unknown) => error);
        return failure instanceof ApiError ? failure.status : 200;
      }),
    );
    expect(answers.sort()).toEqual([...Array(AUTH_LIMIT).fill(401), ...Array(4).fill(429)]);
  });
});
