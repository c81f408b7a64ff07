import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import mongoose from 'mongoose';
import { ApiClient } from '../../dev/client';
import { type RunningRedis, startRedis } from '../../dev/redis';
import { PROCESSES, type Process } from '../../dev/rights/database-rights';
import { filledIn, redisUsers } from '../../dev/rights/redis-rights';
import { type MongoWithUsers, startMongoWithUsers } from '../support/mongo-users';
import { type ServiceProcess, serviceEnvironment, startApiProcess, startWorkerProcess } from '../support/processes';
import { makeCycle, makeOrganization } from './organization';

// The main job with the users of deploy/redis/users.acl at a real Redis, and where a mongod is found with those of deploy/mongo/users.js:
// the processes as docker-compose.yml starts them.

const prefix = `rights-${process.pid}`;
const passwords = Object.fromEntries([...PROCESSES, 'default'].map((name) => [name, randomBytes(16).toString('hex')]));
const children: ServiceProcess[] = [];
let redis: RunningRedis;
let operator: Redis;
let mongo: MongoWithUsers | null;
let database: mongoose.Connection;
let internal: { url: string };
let open: { url: string };

const urlOf = (user: Process | 'default'): string => `redis://${user}:${passwords[user]}@127.0.0.1:${redis.port}`;

beforeAll(async () => {
  const aclFile = join(mkdtempSync(join(tmpdir(), 'evaluation-')), 'users.acl');
  writeFileSync(aclFile, filledIn(redisUsers(), { ...passwords, prefix }));
  redis = await startRedis({ aclFile, log: () => undefined });
  operator = new Redis(urlOf('default'));
  const env = serviceEnvironment({ QUEUE_PREFIX: prefix, JOB_WAIT_SECONDS: '110' });
  database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
  mongo = await startMongoWithUsers(prefix, passwords);
  const as = (user: Process, more: Record<string, string> = {}) => ({
    ...env,
    ...(mongo ? { MONGO_URL: mongo.urlOf(user) } : {}),
    REDIS_URL: urlOf(user),
    ...more,
  });
  const api = await startApiProcess(as('api', { API_SURFACE: 'internal' }));
  const publicApi = await startApiProcess(as('public-api', { API_SURFACE: 'public' }));
  const workers = [
    await startWorkerProcess(as('worker', { WORKER_QUEUES: 'bulk,mail' })),
    await startWorkerProcess(as('renderer', { WORKER_QUEUES: 'export' })),
  ];
  children.push(api, publicApi, ...workers);
  [internal, open] = [api, publicApi];
});

afterAll(async () => {
  await Promise.all(children.map((child) => child.kill('SIGKILL')));
  await database.dropDatabase();
  await database.close();
  operator.disconnect();
  await redis.stop();
  await mongo?.stop();
});

test('import, generation, mail, results and exports, the public API and an orderly stop: no process is refused anything', async () => {
  const admin = await makeOrganization(internal.url, 'rights');
  const cycleId = await makeCycle(admin, 20);
  await admin.post(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
  await admin.post(`/api/evaluation-cycles/${cycleId}/status/1`);
  await admin.post(`/api/email-triggers/cycle/${cycleId}/notify-opened`);
  await admin.post(`/api/evaluation-cycles/${cycleId}/status/2`);
  await admin.post(`/api/evaluation-cycles/${cycleId}/status/3`);
  const sheet = await admin.download('/api/gap-heatmap/export-excel', { cycleId });
  expect(sheet.length).toBeGreaterThan(1_000);
  const results = `/api/evaluation-results?cycleId=${cycleId}&pageSize=1`;
  const [subject] = (await admin.get<{ items: { subjectId: string }[] }>(results)).items;
  const report = await admin.download('/api/evaluation-results/export-pdf', { cycleId, subjectId: subject?.subjectId });
  expect(report.subarray(0, 5).toString()).toBe('%PDF-');
  const { key } = await admin.post<{ key: string }>('/api/integrations/api-keys', { name: 'BI' });
  const answer = await fetch(`${open.url}/api/v1/datasets/scores`, { headers: { 'X-Api-Key': key } });
  expect([answer.status, answer.headers.has('RateLimit-Limit')]).toEqual([200, true]);
  const stranger = new ApiClient(internal.url).signIn('nobody@example.test', 'wrong', 'rights');
  await expect(stranger).rejects.toThrow('INVALID_CREDENTIALS');
  for (const child of children) await child.kill('SIGTERM');
  expect(children.map(({ child }) => child.exitCode)).toEqual(children.map(() => 0));
  expect(await operator.acl('LOG')).toEqual([]);
});

test.each<[Process, string]>([
  ['public-api', 'bulk:wait'],
  ['renderer', 'mail:wait'],
  ['renderer', 'limit:strange:x'],
  ['worker', 'limit:strange:x'],
])('%s cannot read %s, and none can read the keys of others or change the server', async (user, key) => {
  const client = new Redis(urlOf(user));
  await expect(client.del(`${prefix}:${key}`)).rejects.toThrow('NOPERM');
  await expect(client.del('another:key')).rejects.toThrow('NOPERM');
  await expect(client.config('GET', 'requirepass')).rejects.toThrow('NOPERM');
  await expect(client.keys('*')).rejects.toThrow('NOPERM');
  client.disconnect();
});
