import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import type { ApiClient } from '../../dev/client';
import { type RunningRedis, startRedis } from '../../dev/redis';
import { percentile } from '../support/percentile';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';
import { until } from '../support/until';
import { employeesCsv, makeCycle, makeOrganization } from './organization';

/** Two seconds on a machine that does nothing else; here it tells those who stop at once from those who wait for work. */
const IDLE_STOP_MS = 5_000;
const DRAIN_MS = 10_000;
const limits = { RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_UPLOAD: '100000', RATE_LIMIT_AUTH: '1000' };
const env = serviceEnvironment({ ...limits, JOB_WAIT_SECONDS: '25' });
const running: ServiceProcess[] = [];
let admin: ApiClient;
let cycleId: string;
let database: mongoose.Connection;

async function startApi(environment = env): Promise<ServiceProcess & { url: string }> {
  const api = await startApiProcess(environment);
  running.push(api);
  return api;
}

async function startWorker(environment = env): Promise<ServiceProcess> {
  const worker = await startWorkerProcess(environment);
  running.push(worker);
  return worker;
}

/** Milliseconds that processes took to stop: those that had nothing to do, and those that had to complete requests. */
const taken = { idle: [] as number[], draining: [] as number[] };
/** Milliseconds until readiness was off; infinite when the port closed before. */
const unreadyAfter: number[] = [];

/** Sends SIGTERM, and waits until the process has ended with code 0. */
async function stop(child: ServiceProcess, kind: keyof typeof taken = 'idle'): Promise<void> {
  const begun = performance.now();
  await child.kill('SIGTERM');
  taken[kind].push(performance.now() - begun);
  expect({ code: child.child.exitCode, signal: child.child.signalCode }).toEqual({ code: 0, signal: null });
}

const post = (url: string, path: string, body: object = {}): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...admin.authorization, 'Content-Type': 'application/json' },
  });

beforeAll(async () => {
  const api = await startApi();
  const worker = await startWorker();
  database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
  admin = await makeOrganization(api.url, 'stopping');
  cycleId = await makeCycle(admin, 200);
  await admin.post(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
  await Promise.all([api, worker].map((child) => child.kill('SIGTERM')));
});

afterAll(async () => {
  await Promise.all(running.map((child) => child.kill('SIGKILL')));
  await database.dropDatabase();
  await database.close();
});

describe('processes stop when asked (reliability F12; real processes)', () => {
  test('idle ones at once, after they worked as well', async () => {
    const [api, worker] = await Promise.all([startApi(), startWorker()]);
    const list = await admin
      .at(api.url)
      .get<{ items: { subjectId: string }[] }>(`/api/evaluation-results?cycleId=${cycleId}&pageSize=1`);
    const subjectId = list.items[0]?.subjectId;
    const pdf = await post(api.url, '/api/evaluation-results/export-pdf', { cycleId, subjectId });
    expect(pdf.status).toBe(200);
    await pdf.arrayBuffer();
    await Promise.all([stop(api), stop(worker), untilNotReady(api.url)]);
  });

  test('while Redis is away as well', async () => {
    const redis: RunningRedis = await startRedis({ log: () => undefined });
    const environment = { ...env, REDIS_URL: redis.url };
    const [api, worker] = await Promise.all([startApi(environment), startWorker(environment)]);
    await redis.stop();
    await Promise.all([stop(api), stop(worker), untilNotReady(api.url)]);
  });

  test('a caller that waits for a job gets its 202 at once, and readiness goes off before the port closes', async () => {
    const api = await startApi(); // without a worker: the job stays queued
    const asking = connect(Number(new URL(api.url).port), '127.0.0.1');
    asking.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n'); // its last line comes while the process stops
    const waiting = post(api.url, `/api/evaluation-cycles/${cycleId}/generate-evaluations`);
    await untilQueued('evaluation.generate');
    const stopped = stop(api);
    await untilNotReady(api.url);
    const answer = await waiting;
    asking.write('\r\n');
    const ready = await text(asking);
    expect(ready).toMatch(/^HTTP\/1.1 503 /);
    expect(ready).toMatch(/^Connection: close\r$/im);
    expect(ready).toContain('"reasons":["stopping"]');
    expect(answer.status).toBe(202);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('location')).toMatch(/^\/api\/jobs\//);
    await stopped;
  });

  test('several processes behind one port: one that dies is replaced, and all drain', async () => {
    const api = await startApi({ ...env, API_PROCESSES: '2' });
    const served = (): number[] =>
      api
        .output()
        .split('\n')
        .filter((line) => line.includes('"api ready"') && line.endsWith('}'))
        .map((line) => (JSON.parse(line) as { pid: number }).pid);
    const untilServing = (count: number): Promise<void> => until(() => served().length >= count);
    await untilServing(2);
    process.kill(served()[0]!, 'SIGKILL');
    await api.until('a process of the API ended');
    expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
    await untilServing(3);
    expect(new Set(served()).size).toBe(3);
    const waiting = post(api.url, `/api/evaluation-cycles/${cycleId}/generate-evaluations`);
    await untilQueued('evaluation.generate');
    const stopped = stop(api);
    expect((await waiting).status).toBe(202);
    await stopped;
  });

  test('an open event stream ends at once', async () => {
    const api = await startApi();
    const queued = (await (
      await fetch(`${api.url}/api/evaluation-cycles/${cycleId}/generate-evaluations`, {
        method: 'POST',
        headers: { ...admin.authorization, Prefer: 'respond-async' },
      })
    ).json()) as { id: string };
    const events = await fetch(`${api.url}/api/jobs/${queued.id}/events`, { headers: admin.authorization });
    const received = events.text();
    await stop(api);
    expect(await received).toContain('event: job');
  });

  test('under load within the drain, and every request of a client that watches readiness is answered', async () => {
    const [api, other, worker] = await Promise.all([startApi(), startApi(), startWorker()]);
    const lost: string[] = [];
    let answered = 0;
    let target = api.url;
    let isOver = false;
    const send = async (): Promise<void> => {
      while (!isOver) {
        const url = target;
        await admin
          .at(url)
          .upload('/api/employees/import-csv?dryRun=true', 'a.csv', employeesCsv(20))
          .then(
            () => answered++,
            (error: unknown) => lost.push(`${url}: ${String(error)} ${String((error as Error).cause)}`),
          );
      }
    };
    const senders = Array.from({ length: 6 }, send);
    await until(() => answered > 20);
    const stopped = stop(api, 'draining');
    await untilNotReady(api.url);
    target = other.url; // as a load balancer does
    await stopped;
    const soFar = answered;
    await until(() => answered > soFar + 20);
    await stop(worker, 'draining');
    isOver = true;
    await stop(other); // answers those who wait for the worker that is gone
    await Promise.all(senders);
    expect(lost.filter((line) => line.startsWith(api.url))).toEqual([]);
  });

  test('a response that was under way is completed, on a connection that is then closed', async () => {
    const api = await startApi();
    const agent = new Agent({ keepAlive: true });
    const upload = httpRequest(`${api.url}/api/employees`, {
      method: 'POST',
      agent,
      headers: {
        ...admin.authorization,
        'Content-Type': 'application/json',
        'Content-Length': '2',
        Expect: '100-continue',
      },
    });
    const answer = once(upload, 'response') as Promise<[IncomingMessage]>;
    const begun = once(upload, 'continue');
    upload.flushHeaders();
    await begun;
    upload.write('{'); // the rest comes when the port has closed
    const stopped = stop(api, 'draining');
    await untilNotReady(api.url);
    const isClosed = (): Promise<boolean> => fetch(`${api.url}/health/live`).then(() => false, whenRefused(true));
    await until(isClosed);
    upload.end('}');
    const [response] = await answer;
    expect(response.statusCode).toBe(400);
    expect(response.headers.connection).toBe('close');
    response.resume();
    await stopped;
    agent.destroy();
  });

  // Percentiles, since one process in ten may meet a machine that does something else.
  test('four of five are not ready within 1 s; with nothing to do they stop within 5 s, two of three with requests within 10 s', () => {
    expect(unreadyAfter).toHaveLength(5);
    expect(percentile(unreadyAfter, 80)).toBeLessThan(1_000);
    expect(percentile(taken.idle, 80)).toBeLessThan(IDLE_STOP_MS);
    expect(percentile(taken.draining, 66)).toBeLessThan(DRAIN_MS);
  });
});

describe('slow clients', () => {
  test.each([
    ['headers', 'GET /api/employees HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a body of declared length',
      'POST /api/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    ],
  ])(
    'of ten connections that send %s at a byte every ten seconds, nine are closed within 30 s',
    async (_name, beginning) => {
      const api = await startApi();
      const closedAfter = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
          const begun = performance.now();
          socket.write(beginning);
          let received = '';
          socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
          socket.on('error', () => undefined);
          const drip = setInterval(() => socket.write('a'), 10_000);
          // Not by `once` of node:events, which fails with the error of a byte that is sent while the server closes.
          await new Promise((closed) => socket.once('close', closed));
          clearInterval(drip);
          expect(received).toMatch(/^HTTP\/1.1 408 /);
          return performance.now() - begun;
        }),
      );
      expect(percentile(closedAfter, 90)).toBeLessThan(30_000);
      await api.kill('SIGTERM');
    },
  );
});

async function untilQueued(type: string): Promise<void> {
  await until(async () => (await database.collection('jobs').countDocuments({ type, status: 'Queued' })) > 0);
}

/** What stands for the answer of a process that has closed its port; other errors are thrown on. */
function whenRefused<T>(value: T): (error: Error) => T {
  return (error) => {
    if (error.message !== 'fetch failed') throw error;
    return value;
  };
}

/** Waits until a process that was asked to stop says that it is not ready, or has closed its port. */
async function untilNotReady(url: string): Promise<void> {
  const begun = performance.now();
  let status: number | null = 200;
  while (status === 200) status = await fetch(`${url}/health/ready`).then((answer) => answer.status, whenRefused(null));
  unreadyAfter.push(status === 503 ? performance.now() - begun : Infinity);
}
