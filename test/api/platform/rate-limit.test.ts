import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import request from 'supertest';
import { newApiKey } from '../../../api/http/api-key-token';
import { errorHandler } from '../../../api/http/errors';
import { rateLimits } from '../../../api/http/rate-limit';
import { connectRedis, COUNTING } from '../../../shared/infra/redis';
import { type Service, useService } from '../../support/service';

const limits = { RATE_LIMIT_AUTH: '10', RATE_LIMIT_GLOBAL: '20', RATE_LIMIT_KEY: '5' };
const unique = () => ({ ...limits, QUEUE_PREFIX: `limit-${randomUUID()}` });

const AUTH_PATHS = ['token', 'refresh', 'forgot-password', 'reset-password', 'two-factor'].map(
  (action) => `/api/auth/${action}`,
);

/** Statuses of `count` requests, one after the other. */
async function statuses(count: number, send: (index: number) => ReturnType<Service['call']>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await send(index)).status);
  return found;
}

describe('limits per client IP', () => {
  const service = useService({ worker: false, env: unique() });

  test('the auth actions share 10 a minute; the answers count down, and the 11th to 40th are 429', async () => {
    const answers = [];
    for (let index = 0; index < 40; index++)
      answers.push(
        await service()
          .call('post', AUTH_PATHS[index % AUTH_PATHS.length] ?? '')
          .set('X-Forwarded-For', `203.0.113.${index}`) // ignored without TRUST_PROXY
          .send({ refreshToken: 'x' }),
      );
    expect(answers.map((answer) => answer.status === 429)).toEqual([...Array(10).fill(false), ...Array(30).fill(true)]);
    expect(answers.map((answer) => answer.headers['ratelimit-remaining']).slice(0, 11)).toEqual([
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
    ]);
    const refused = answers.at(-1);
    expect(refused?.body).toEqual({
      success: false,
      errorCode: 'RATE_LIMITED',
      errorMessage: expect.stringContaining('10 per minute'),
      reason: { code: 'TOO_MANY_REQUESTS', values: { max: 10 } },
      validationErrors: [],
    });
    expect(refused?.headers['ratelimit-limit']).toBe('10');
    const wait = Number(refused?.headers['retry-after']);
    expect([wait >= 1, wait <= 60, refused?.headers['ratelimit-reset']]).toEqual([true, true, String(wait)]);
  });

  test('all other requests have a bucket of their own; every answer carries the headers', async () => {
    const found = await statuses(25, () => service().call('get', '/api/no-such-route'));
    expect(found).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
    const health = await service().call('get', '/health/live');
    expect(health.status).toBe(200); // probes are not counted
  });

  test('resets by an administrator count among the auth actions, in every spelling of their paths', async () => {
    const id = randomUUID();
    const paths = [`/api/employees/${id}/reset-password`, `/API/Users-Admin/${id}/Reset-Password/`];
    const [first] = paths;
    const answer = await service()
      .call('post', first ?? '')
      .set('X-Forwarded-For', '203.0.113.1');
    expect(answer.headers['ratelimit-limit']).toBe('10');
    expect(await statuses(11, (index) => service().call('post', paths[index % 2] ?? ''))).toContain(429);
    const invited = await service().call('post', `/api/employees/${id}/invite`);
    expect(invited.headers['ratelimit-limit']).toBe('20');
  });
});

describe('no spelling and no header passes the limit of sign-in', () => {
  const service = useService({ worker: false, env: unique() });

  test('headers that name another client, and other spellings of the path, count in the same bucket', async () => {
    const headers = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'];
    const spellings = [
      '/api/auth/token',
      '/API/Auth/TOKEN',
      '/api/auth/token/',
      '/api/auth/token?x=1',
      '/api/auth/token#x',
    ];
    const found = await statuses(40, (index) =>
      service()
        .call('post', spellings[index % spellings.length] ?? '')
        .set(headers[index % headers.length] ?? '', `203.0.113.${index}`)
        .send({ email: 'nobody@example.test', password: `guess ${index}` }),
    );
    expect(found).toEqual([...Array(10).fill(401), ...Array(30).fill(429)]);
  });

  test('what counts elsewhere is no way to sign in', async () => {
    for (const path of [
      '/api/auth/%74oken',
      '//api/auth/token',
      '/api//auth/token',
      '/api/auth/token/x',
      '/api/auth/token;x',
    ]) {
      const answer = await service().call('post', path).send({ email: 'nobody@example.test', password: 'guess' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    for (const method of ['put', 'patch', 'get'] as const)
      expect([method, (await service().call(method, '/api/auth/token')).status]).toEqual([method, 405]);
    const overridden = service().call('put', '/api/auth/token').set('X-HTTP-Method-Override', 'POST');
    expect((await overridden.send({ email: 'nobody@example.test', password: 'guess' })).status).toBe(405);
  });
});

describe('behind a proxy', () => {
  const service = useService({ worker: false, env: { ...unique(), TRUST_PROXY: 'loopback' } });

  test('sign-ins count by the address that the proxy names, whatever the client put before it', async () => {
    const found = await statuses(12, (index) =>
      service()
        .call('post', AUTH_PATHS[index % AUTH_PATHS.length] ?? '')
        .set('X-Forwarded-For', `198.51.100.${index}, 203.0.113.9`)
        .send({}),
    );
    expect(found.map((status) => status === 429)).toEqual([...Array(10).fill(false), true, true]);
  });

  test('TRUST_PROXY lists the proxies: the address that it names is the client, forged entries before it are not', async () => {
    const from = (chain: string) => service().call('get', '/api/no-such-route').set('X-Forwarded-For', chain);
    expect(await statuses(21, (index) => from(`198.51.100.${index}, 203.0.113.7`))).toEqual([
      ...Array(20).fill(404),
      429,
    ]);
    expect((await from('203.0.113.8')).status).toBe(404);
  });
});

describe('the public API per key', () => {
  const service = useService({ worker: false, env: { ...unique(), RATE_LIMIT_GLOBAL: '1000' } });

  test('a key has its own limit, from whatever address; another key is not held back', async () => {
    const [busy, other] = [newApiKey(randomUUID()), newApiKey(randomUUID())];
    const ping = (key: string) => service().call('get', '/api/v1/ping').set('X-Api-Key', key);
    const answers = [];
    for (let index = 0; index < 7; index++) answers.push(await ping(busy));
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });
    expect((await ping(other)).status).toBe(401);
    expect((await ping('no key at all')).headers['ratelimit-limit']).toBe('1000');
  });
});

describe('without Redis', () => {
  test('the same limit holds in the memory of the process', async () => {
    const redis = connectRedis('redis://127.0.0.1:1', { ...COUNTING, retryStrategy: () => null });
    const { guard } = rateLimits(redis, 'limit-memory', { auth: 10, global: 20, key: 5 });
    const server = createServer(
      express()
        .use(guard)
        .get('/', (_request, response) => void response.status(204).end())
        .use(errorHandler),
    );
    const found: number[] = [];
    for (let index = 0; index < 25; index++) found.push((await request(server).get('/')).status);
    expect(found).toEqual([...Array(20).fill(204), ...Array(5).fill(429)]);
    redis.disconnect();
  });
});
