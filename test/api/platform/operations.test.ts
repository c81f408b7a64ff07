import type { AddressInfo } from 'node:net';
import express from 'express';
import request from 'supertest';
import { healthRoutes } from '../../../api/http/health';
import { freePort } from '../../../dev/free-port';
import { serveMetrics } from '../../../shared/infra/metrics';
import { connectRedis, FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import { loadConfig } from '../../../shared/kernel/config';
import { useDatabase } from '../../support/database';

useDatabase();

describe('decisions 2: /metrics', () => {
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

describe('decisions 2: /health', () => {
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
