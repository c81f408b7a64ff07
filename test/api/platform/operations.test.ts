import type { AddressInfo } from 'node:net';
import express from 'express';
import { register } from 'prom-client';
import request from 'supertest';
import { healthRoutes } from '../../../api/http/health';
import { freePort } from '../../../dev/free-port';
import { serveMetrics } from '../../../shared/infra/metrics';
import { connectRedis, FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import type { JobName } from '../../../shared/jobs/contract';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { measureWaitingJobs } from '../../../shared/jobs/waiting-jobs';
import { inMs } from '../../../shared/kernel/clock';
import { loadConfig } from '../../../shared/kernel/config';
import { runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { measureData } from '../../../shared/migrations/data-metrics';
import { MetaId } from '../../../shared/migrations/meta.model';
import { removeMeta, writeMeta } from '../../../shared/migrations/meta.store';
import { FIRST_VERSION, newestVersion, SCHEMA } from '../../../shared/migrations/migrations';
import { useDatabase } from '../../support/database';

useDatabase();

describe('/metrics', () => {
  test('listens on loopback unless METRICS_HOST says otherwise, and serves Prometheus its figures alone', async () => {
    const port = await freePort();
    const settings = loadConfig({ ...process.env, METRICS_PORT: String(port) });
    expect(settings.METRICS_HOST).toBe('127.0.0.1');
    const server = serveMetrics(settings);
    if (!server) throw new Error('no server');
    if (!server.listening) await new Promise((done) => server.once('listening', done));
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

  test('port 0 turns it off', () => {
    expect(serveMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' })).toBeNull();
  });
});

describe('what operators watch', () => {
  beforeAll(() => {
    measureData();
    measureWaitingJobs();
  });

  const valuesOf = async (name: string) => (await register.getSingleMetric(name)?.get())?.values ?? [];

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
    expect(await figures()).toEqual([1, newestVersion(SCHEMA), undefined]);
  });

  test('the replication lag is what the primary says in its hello', async () => {
    expect((await valuesOf('evaluation_replication_lag_seconds')).map(({ value }) => value)).toEqual([
      expect.any(Number),
    ]);
  });
});

describe('/health', () => {
  const ready = async (url: string, isStopping: boolean, isUp = true) => {
    const redis = connectRedis(url, FAIL_FAST);
    redis.on('error', () => undefined);
    if (isUp) await untilReady(redis);
    const app = express().use(healthRoutes(redis, isStopping ? AbortSignal.abort() : new AbortController().signal));
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

  test('not ready without Redis: 503 with Retry-After and the reason', async () => {
    const [answer] = await ready(`redis://127.0.0.1:${await freePort()}`, false, false);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body.reasons).toEqual(['redis does not answer']);
  });
});
