import { execFileSync } from 'node:child_process';
import { openWatch, waitForJob } from '../../../api/platform/jobs/watch';
import { openUnknownAddressAttempts, takeAttempt } from '../../../api/platform/sign-in/unknown-address-attempts';
import {
  type RedisCluster,
  type RedisGroup,
  startRedisCluster,
  startRedisSentinels,
} from '../../../dev/faults/redis-groups';
import { type Process, PROCESSES } from '../../../dev/rights/database-rights';
import { filledIn } from '../../../dev/rights/redis-rights';
import { assertNoEviction, connectRedis, COUNTING, FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { prefixOfQueue } from '../../../shared/jobs/queues';
import { newId } from '../../../shared/kernel/ids';
import { readRedisAddress } from '../../../shared/kernel/redis-address';
import { CALCULATING, defineJob } from '../../../worker/define-job';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import { startWorker } from '../../../worker/worker';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';
import { guideBlocks } from '../../support/guide-blocks';

useDatabase();
const RESULT = { evaluations: 1, participants: 2, created: 3, existing: 0, skipped: 0, refreshed: 0, replaced: 0, withoutManager: [] }; // oxfmt-ignore
const JOBS = 60;
const ended = new Map<string, number>();
const generation = defineJob({
  name: 'evaluation.generate',
  retry: { ...CALCULATING, waitMs: 50 },
  onFailed: null,
  run: async ({ jobId, progress, atEnd }) => {
    await progress(1, 2);
    await new Promise((done) => setTimeout(done, 100));
    atEnd(async () => void ended.set(jobId, (ended.get(jobId) ?? 0) + 1));
    return RESULT;
  },
});

let tenant: TestTenant;
let group: RedisGroup;
let stop: (() => Promise<void>)[] = [];
beforeAll(async () => {
  tenant = await makeTenant();
});
afterEach(async () => {
  for (const end of stop) await end();
  stop = [];
  group.stop();
});

const newPrefix = (): string => `group-${newId().slice(0, 8)}`;

/** Starts two workers, a watch, and the sweep that finds jobs whose tickets were lost. */
async function serve(prefix = newPrefix()): Promise<string> {
  const options = { redisUrl: group.url, prefix, schedules: false };
  const sweep = setInterval(() => void Promise.allSettled([sweepLostJobs()]), 500); // fails while Redis is away
  const workers = [await startWorker({ 'evaluation.generate': generation }, options)];
  stop = [...workers, openWatch(group.url, prefix, ['bulk']), () => Promise.resolve(clearInterval(sweep))];
  return prefix;
}

/** Stores jobs, disturbs Redis in the middle, and expects that each has ended once. */
async function runAll(disturb: () => Promise<void>): Promise<void> {
  await tenant.within(async () => {
    const jobs: Job[] = [];
    const disturbing = new Promise<void>((done, failed) => setTimeout(() => disturb().then(done, failed), 700));
    for (let at = 0; at < JOBS; at++) {
      jobs.push(await enqueue('evaluation.generate', { cycleId: newId() }));
      await new Promise((done) => setTimeout(done, 20));
    }
    await disturbing;
    const states = await Promise.all(jobs.map((job) => waitForJob(job, 100)));
    expect(states.map(({ status }) => status)).toEqual(jobs.map(() => JobStatus.Succeeded));
    expect(await JobModel.countDocuments({ _id: { $in: jobs.map(({ _id }) => _id) } })).toBe(JOBS);
    expect(jobs.map(({ _id }) => ended.get(_id))).toEqual(jobs.map(() => 1));
  });
}

test('a cluster: a master is killed and slots move while jobs run, and each job ends once', async () => {
  const cluster: RedisCluster = await startRedisCluster();
  group = cluster;
  const prefix = await serve();
  const client = connectRedis(group.url, FAIL_FAST);
  await untilReady(client);
  await assertNoEviction(client);
  const key = `${prefixOfQueue(client, prefix, 'bulk')}:bulk:meta`;
  expect(key).toBe(`{${prefix}:bulk}:bulk:meta`);
  await runAll(() => cluster.moveSlotOf(key));
  await runAll(() => cluster.killMasterOf(key));
  client.disconnect();
  const counters = connectRedis(group.url, COUNTING);
  await untilReady(counters);
  openUnknownAddressAttempts(counters, prefix);
  await tenant.within(async () => {
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, at) => takeAttempt(`person-${at % 2}@example.test`, 1)),
    );
    expect(taken.filter(Boolean)).toHaveLength(40);
    expect(await takeAttempt('person-0@example.test', 1)).toBe(false);
  });
  counters.disconnect();
});

/** The commands of the guide that write the users of a cluster, and those of Sentinels. */
const recipesForUsers = (): string[] =>
  guideBlocks('docs/scaling.md', 'sh').filter((block) => block.includes('users.acl'));

/** Gives a server the users that a command writes, all with one password. */
function makeUsers(port: number, recipe: string, { prefix, password }: { prefix: string; password: string }): void {
  const passwords = Object.fromEntries(['default', ...PROCESSES].map((name) => [name, password]));
  const [, ...users] = filledIn(execFileSync('sh', ['-c', recipe], { encoding: 'utf8' }), { prefix, ...passwords })
    .trim()
    .split('\n');
  for (const line of users) {
    const [, ...rules] = line.split(' ');
    execFileSync('redis-cli', ['-p', String(port), 'ACL', 'SETUSER', ...rules]);
  }
}

test('a cluster with the users that the guide makes: jobs end while slots move, attempts are counted, other keys are refused', async () => {
  const cluster = await startRedisCluster();
  const { url } = cluster;
  const prefix = newPrefix();
  const password = newId();
  const [ofCluster = ''] = recipesForUsers();
  for (const { port } of readRedisAddress(url)?.servers ?? []) makeUsers(port, ofCluster, { prefix, password });
  const as = (user: Process): string => url.replace('//', `//${user}:${password}@`);
  group = { ...cluster, url: as('worker') };
  await serve(prefix);
  await runAll(() => cluster.moveSlotOf(`{${prefix}:bulk}:bulk:meta`));
  const counters = connectRedis(as('public-api'), COUNTING);
  await untilReady(counters);
  openUnknownAddressAttempts(counters, prefix);
  await tenant.within(async () => expect(await takeAttempt('person@example.test', 1)).toBe(true));
  await expect(counters.get(`{${prefix}:bulk}:bulk:meta`)).rejects.toThrow('NOPERM');
  counters.disconnect();
});

test('Sentinels: the master is killed while jobs run, and each job ends once', async () => {
  group = await startRedisSentinels();
  await serve();
  await runAll(() => group.killMasterOf(''));
});

test('Sentinels with the users that the guide makes name the master, and tell nothing else', async () => {
  group = await startRedisSentinels();
  const password = newId();
  const ports = (readRedisAddress(group.url)?.servers ?? []).map(({ port }) => port);
  const [, ofSentinels = ''] = recipesForUsers();
  for (const port of ports) makeUsers(port, ofSentinels, { prefix: newPrefix(), password });
  const [, master] = execFileSync(
    'redis-cli',
    ['-p', String(ports[0]), 'sentinel', 'get-master-addr-by-name', 'main'],
    {
      encoding: 'utf8',
    },
  ).split('\n');
  makeUsers(Number(master), 'cat deploy/redis/users.acl', { prefix: newPrefix(), password });
  const client = connectRedis(group.url.replace('//', `//worker:${password}@`), FAIL_FAST);
  await untilReady(client);
  client.disconnect();
  const asked = ['-p', String(ports[0]), '--user', 'worker', '--pass', password, 'sentinel', 'masters'];
  expect(execFileSync('redis-cli', asked, { encoding: 'utf8', stdio: 'pipe' })).toContain('NOPERM');
});
