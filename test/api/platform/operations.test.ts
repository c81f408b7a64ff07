import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import express from 'express';
import { register } from 'prom-client';
import request from 'supertest';
import { healthRoutes } from '../../../api/http/health';
import { freePort } from '../../../dev/free-port';
import '../../../shared/comms/mail/mail-sender.store';
import { pingDatabase } from '../../../shared/db/connect';
import { watchOutages } from '../../../shared/db/outage-watch';
import { jobsSwept, serveMetrics } from '../../../shared/infra/metrics';
import { connectRedis, FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import { JOB_NAMES, type JobName } from '../../../shared/jobs/contract';
import { storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { closeQueues, openQueues } from '../../../shared/jobs/queues';
import { measureWaitingJobs } from '../../../shared/jobs/waiting-jobs';
import { inMs } from '../../../shared/kernel/clock';
import { loadConfig } from '../../../shared/kernel/config';
import { asSystem, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { StartProblem } from '../../../shared/kernel/start-problem';
import { measureData } from '../../../shared/migrations/data-metrics';
import { MetaId } from '../../../shared/migrations/meta.model';
import { removeMeta, writeMeta } from '../../../shared/migrations/meta.store';
import { FIRST_VERSION, newestVersion, SCHEMA } from '../../../shared/migrations/migrations';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import { measureJobRuns } from '../../../worker/run-metrics';
import { useCapturedLog } from '../../support/captured-log';
import { useDatabase } from '../../support/database';

useDatabase();
// What operators watch counts the jobs of every organization, those that other tests have left included.
beforeEach(() => asSystem('a test counts all jobs', async () => JobModel.deleteMany()));

const valuesOf = async (name: string) => (await register.getSingleMetric(name)?.get())?.values ?? [];

async function listening(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

describe('/metrics', () => {
  test('listens on loopback unless METRICS_HOST says otherwise, and serves Prometheus its figures alone', async () => {
    const port = await freePort();
    const settings = loadConfig({ ...process.env, METRICS_PORT: String(port) });
    expect(settings.METRICS_HOST).toBe('127.0.0.1');
    const server = await serveMetrics(settings);
    if (!server) throw new Error('no server');
    try {
      expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
      const answer = await request(`http://127.0.0.1:${port}`).get('/metrics');
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
      for (const name of ['http_request_duration_seconds', 'job_run_duration_seconds', 'jobs_swept_total'])
        expect(answer.text).toContain(`# TYPE ${name} `);
      expect((await request(`http://127.0.0.1:${port}`).get('/')).status).toBe(404);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  test('port 0 turns it off', async () => {
    expect(await serveMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' })).toBeNull();
  });

  test('a port that is in use is a sentence that names the setting', async () => {
    const other = await listening();
    const METRICS_PORT = (other.address() as AddressInfo).port;
    await expect(serveMetrics({ METRICS_PORT, METRICS_HOST: '127.0.0.1' })).rejects.toThrow(
      new StartProblem(`METRICS_PORT names port ${METRICS_PORT}, where this process cannot listen: EADDRINUSE.`),
    );
    other.close();
  });

  test('an address that this machine does not have is a sentence that names the setting', async () => {
    await expect(serveMetrics({ METRICS_PORT: await freePort(), METRICS_HOST: '192.0.2.1' })).rejects.toThrow(
      new StartProblem('METRICS_HOST names 192.0.2.1, where this process cannot listen: EADDRNOTAVAIL.'),
    );
  });

  test('failures that Prometheus counts are there with 0 before the first', async () => {
    measureJobRuns();
    const failedRuns = (await valuesOf('job_run_duration_seconds')).filter(
      ({ labels, value }) => labels.outcome === 'failed' && !('le' in labels) && value === 0,
    );
    expect(new Set(failedRuns.map(({ labels }) => labels.type))).toEqual(new Set(JOB_NAMES));
    const mails = await valuesOf('evaluation_mail_failures_total');
    expect(mails.map(({ labels }) => labels.kind)).toEqual(['refused', 'temporary', 'unavailable']);
  });
});

describe('what operators watch', () => {
  beforeAll(() => {
    measureData();
    measureWaitingJobs();
  });

  test('the oldest job of each type that has not begun counts, of whatever organization', async () => {
    const asked = async (type: JobName, secondsAgo: number, change: Partial<Job> = {}) => {
      const tenantId = newId();
      const times = { createdAt: inMs(-secondsAgo * 1_000), sweepAfter: inMs(60_000) };
      const row = { _id: newId(), tenantId, type, status: JobStatus.Queued, payload: {}, requestId: newId() };
      await runInContext({ requestId: newId(), tenantId, actor: null }, () =>
        JobModel.create({ ...row, progress: { done: 0, total: 0 }, ...times, ...change }),
      );
    };
    await asked('insight.export-heatmap', 50);
    await asked('insight.export-heatmap', 5_000);
    await asked('insight.export-report', 9_000, { status: JobStatus.Running, runs: 1 });
    const values = await valuesOf('evaluation_job_wait_seconds');
    const of = (type: JobName) => values.find(({ labels }) => labels.type === type)?.value;
    expect(of('insight.export-heatmap')).toBeGreaterThanOrEqual(5_000);
    expect(of('insight.export-report')).toBeUndefined();
  });

  test('the age of the last backup, once there is one', async () => {
    await removeMeta(MetaId.Backup);
    expect(await valuesOf('evaluation_backup_age_seconds')).toEqual([]);
    await writeMeta(MetaId.Backup, { at: inMs(-7_200_000) });
    const [age] = await valuesOf('evaluation_backup_age_seconds');
    expect(age?.value).toBeGreaterThanOrEqual(7_200);
    expect(age?.value).toBeLessThan(7_260);
    await removeMeta(MetaId.Backup);
  });

  test('the schema of the data and of the program, and how far a pending migration is', async () => {
    const figures = async () => {
      const names = ['schema_version', 'schema_version_expected', 'migration_progress_ratio'];
      const found = await Promise.all(names.map((name) => valuesOf(`evaluation_${name}`)));
      return found.map(([figure]) => figure?.value);
    };
    await writeMeta(MetaId.Schema, { version: FIRST_VERSION });
    const newer = { version: 2, name: 'of a test', countRemaining: async () => 900, changeSome: async () => 0 };
    const program = jest.replaceProperty(SCHEMA, 'migrations', [newer]);
    expect(await figures()).toEqual([1, 2, 0]);
    await writeMeta(MetaId.Migration, { version: 2, done: 300, total: 1_200 });
    expect(await figures()).toEqual([1, 2, 0.25]);
    await removeMeta(MetaId.Migration);
    program.restore();
    expect(await figures()).toEqual([1, newestVersion(SCHEMA), 0]);
    await writeMeta(MetaId.Schema, { version: newestVersion(SCHEMA) });
    expect(await figures()).toEqual([newestVersion(SCHEMA), newestVersion(SCHEMA), undefined]);
  });

  test('the replication lag is what the primary says in its hello', async () => {
    expect((await valuesOf('evaluation_replication_lag_seconds')).map(({ value }) => value)).toEqual([
      expect.any(Number),
    ]);
  });
});

describe('/health', () => {
  const ready = async (url: string, isStopping: boolean, isUp = true) => {
    const redis = connectRedis(url, { ...FAIL_FAST, retryStrategy: () => null });
    redis.on('error', () => undefined);
    if (isUp) await untilReady(redis);
    const checks = { mongo: pingDatabase, redis: () => redis.ping() };
    const app = express().use(healthRoutes(checks, isStopping ? AbortSignal.abort() : new AbortController().signal));
    try {
      return [await request(app).get('/ready'), await request(app).get('/live')] as const;
    } finally {
      redis.disconnect();
    }
  };
  const here = process.env.REDIS_URL ?? '';

  test('ready while everything answers', async () => {
    const [answer] = await ready(here, false);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
  });

  test('not ready during shutdown: 503 with Retry-After, while it still lives', async () => {
    const [answer, live] = await ready(here, true);
    expect([answer.status, answer.headers['retry-after'], answer.body.reasons]).toEqual([503, '5', ['stopping']]);
    expect(live.status).toBe(200);
  });

  test('degraded without Redis, which the API serves without', async () => {
    const [answer] = await ready(`redis://127.0.0.1:${await freePort()}`, false, false);
    expect([answer.status, answer.body]).toEqual([200, { status: 'degraded', reasons: ['redis does not answer'] }]);
  });

  test('not ready while MongoDB does not answer, however long: 503 with Retry-After and the reason', async () => {
    const frozen = { mongo: () => new Promise(() => {}), redis: () => Promise.resolve() };
    const answer = await request(express().use(healthRoutes(frozen, new AbortController().signal))).get('/ready');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body.reasons).toEqual(['mongo does not answer']);
  });
});

/** What goes on while the test holds the intervals. */
const ALL_BUT_INTERVALS = [
  ...(['Date', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const),
  ...(['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
];
const LOOK_MS = 1_000;

describe('an outage of the database', () => {
  const logged = useCapturedLog();
  const linesOf = (message: string): number => logged().split(`"message":"${message}"`).length - 1;

  test('is one line when it begins and one when it ends, and a single late answer is none', async () => {
    let answers: (() => Promise<void>)[] = [];
    const ping = (): Promise<void> => answers.shift()?.() ?? Promise.resolve();
    const away = (): Promise<void> => Promise.reject(new Error('no server answers'));
    const come = (): Promise<void> => Promise.resolve();
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] });
    const end = watchOutages(ping, LOOK_MS);
    const look = (times: number): Promise<void> => jest.advanceTimersByTimeAsync(times * LOOK_MS);
    const answered = async (some: (() => Promise<void>)[]): Promise<void> => {
      answers = [...some];
      await look(some.length);
    };
    try {
      await answered([come, away, come]);
      expect([linesOf('database unavailable'), linesOf('database is back')]).toEqual([0, 0]);
      await answered([away, away, away, away, come]);
      expect([linesOf('database unavailable'), linesOf('database is back')]).toEqual([1, 1]);
      await answered([away, away, come, come]);
      expect([linesOf('database unavailable'), linesOf('database is back')]).toEqual([2, 2]);
      let thaw = (): void => undefined;
      const frozen = new Promise<void>((done) => (thaw = done));
      await answered([() => frozen]);
      await look(2); // without an answer
      expect([linesOf('database unavailable'), linesOf('database is back')]).toEqual([3, 2]);
      thaw();
      await answered([come, come]);
      expect([linesOf('database unavailable'), linesOf('database is back')]).toEqual([3, 3]);
    } finally {
      end();
      jest.useRealTimers();
    }
  });
});

describe('an outage of Redis', () => {
  const logged = useCapturedLog();
  const linesOf = (part: string): number => logged().split(part).length - 1;
  const lines = (): number[] => ['redis unavailable', 'redis is back', '"level":"warn"'].map(linesOf);
  const sweptOf = async (): Promise<number> => (await jobsSwept.get()).values[0]?.value ?? 0;
  const sweep = async (id: string): Promise<number> => {
    const before = await sweptOf();
    await JobModel.updateOne({ _id: id }, { $set: { sweepAfter: new Date(0) } });
    await sweepLostJobs();
    return (await sweptOf()) - before;
  };

  /** A way to Redis that can be cut, and opened again at the same address. */
  async function startWay() {
    const { hostname, port: ofRedis } = new URL(process.env.REDIS_URL ?? '');
    const passing = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(ofRedis), hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) passing.add(socket.on('error', () => undefined));
    });
    const port = await freePort();
    const open = (): Promise<void> => new Promise((done) => server.listen(port, '127.0.0.1', done));
    const close = (): void => {
      server.close();
      passing.forEach((socket) => socket.destroy());
    };
    await open();
    return { url: `redis://127.0.0.1:${port}`, open, close };
  }

  test('is one line when it begins and one when it ends, whatever connections and jobs wait', async () => {
    const way = await startWay();
    const clients = [1, 2].map(() => connectRedis(way.url, { ...FAIL_FAST, retryStrategy: () => 20 }));
    await Promise.all(clients.map(untilReady));
    openQueues(clients[0]!, `outage-${process.pid}`, ['bulk']);
    try {
      await runInContext({ requestId: newId(), tenantId: newId(), actor: null }, async () => {
        const { _id } = await storeJob('evaluation.generate', { cycleId: newId() });
        expect([await sweep(_id), lines()]).toEqual([1, [0, 0, 0]]);
        const lost = Promise.all(clients.map((client) => once(client, 'error')));
        way.close();
        await lost;
        expect([await sweep(_id), lines()]).toEqual([0, [1, 0, 1]]);
        // An attempt of before may still fail, which `once` would take as its own failure.
        const found = Promise.all(clients.map((client) => new Promise((done) => client.once('ready', done))));
        await way.open();
        await found;
        expect([await sweep(_id), lines()]).toEqual([1, [1, 1, 1]]);
        await JobModel.deleteOne({ _id });
      });
    } finally {
      await closeQueues();
      clients.forEach((client) => client.disconnect());
      way.close();
    }
  });
});

test('a Redis that cannot be used at the start is a sentence that names the setting and the reason', async () => {
  const client = connectRedis('redis://redis.example:6379', { ...FAIL_FAST, lazyConnect: true });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const refused = expect(untilReady(client)).rejects.toThrow(
    new StartProblem('REDIS_URL names a Redis that cannot be used: WRONGPASS invalid password.'),
  );
  client.emit('error', new Error('WRONGPASS invalid password.'));
  jest.runAllTimers();
  await refused;
  jest.useRealTimers();
  client.disconnect();
});
