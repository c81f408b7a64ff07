import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import mongoose from 'mongoose';
import { openWatch } from '../../../api/platform/jobs/watch';
import { disconnectDatabase } from '../../../shared/db/connect';
import type { QueueName } from '../../../shared/jobs/contract';
import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { queueOf, ticketId } from '../../../shared/jobs/queues';
import { newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { defineJob } from '../../../worker/define-job';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import { queuesNamed, startWorker } from '../../../worker/worker';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { closeOwnEngine, failCommands, failNoCommands, useOwnEngine } from '../../support/fail-commands';
import { endOf } from '../../support/finished-job';
import { connectTestDatabase, watchQueries } from '../../support/service';
import { until } from '../../support/until';

const TYPE = 'evaluation.generate';
const RESULT = {
  evaluations: 1,
  participants: 2,
  created: 3,
  existing: 0,
  skipped: 0,
  refreshed: 0,
  replaced: 0,
  withoutManager: [],
};
const BAD_VALUE = 2;
const SHUTDOWN_IN_PROGRESS = 91;
const STUCK_MS = 300;
/** Jobs of the queue `bulk` that one worker runs at the same time. */
const CONCURRENCY = 4;

useOwnEngine();
let tenant: TestTenant;
watchQueries();

beforeAll(async () => {
  await connectTestDatabase();
  tenant = await makeTenant();
});
afterAll(async () => {
  await disconnectDatabase();
  await closeOwnEngine();
});

/** Starts a worker of its own queues whose jobs do `work`. */
function start(
  prefix: string,
  work: () => Promise<void>,
  queues?: readonly QueueName[],
  more: { redisUrl?: string; onStuck?: () => void; stuckMs?: number } = {},
): Promise<() => Promise<void>> {
  const generation = defineJob({
    name: TYPE,
    retry: { failures: 1, waitMs: 50 },
    onFailed: null,
    run: async ({ write }) => {
      await work();
      await write(async () => undefined);
      return RESULT;
    },
  });
  const settings = { redisUrl: redisUrl(), prefix: prefixOf(prefix), schedules: false, drainMs: 50, queues };
  const options = { ...settings, ...more };
  return startWorker({ [TYPE]: generation }, options);
}

const redisUrl = (): string => process.env.REDIS_URL ?? '';
const prefixOf = (name: string): string => `tickets-${name}-${process.pid}`;
const rowOf = (job: Job): Promise<Job | null> => JobModel.findById(job._id).lean<Job>().exec();
const ticketOf = (job: Job) => queueOf(TYPE).getJob(ticketId(job));

/** A way to Redis that can lose the connections that exist, as a firewall does: they stay open, and nothing passes any more. */
async function startLossyWay() {
  const { hostname, port, pathname } = new URL(redisUrl());
  const passed: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]] as const) from.on('error', () => to.destroy()).pipe(to); // oxfmt-ignore
    passed.push(near, far);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    /** All but the first one, on which the worker asks for what waits. */
    loseConnections: () => passed.slice(2).forEach((socket) => socket.unpipe().pause()),
    close() {
      passed.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

async function ended(job: Job, prefix: string): Promise<Job> {
  const closeWatch = openWatch(redisUrl(), prefixOf(prefix));
  try {
    return await endOf(job);
  } finally {
    await closeWatch();
  }
}

describe('tickets of the queue and rows of the ledger (reliability F1, F5, F12)', () => {
  test('a worker that stops gives back what it runs: another begins it at once, and no death is counted', () =>
    tenant.within(async () => {
      let end: (() => void) | undefined;
      const stop = await start('stop', () => new Promise((done) => (end = done)));
      const job = await enqueue(TYPE, { cycleId: newId() });
      await until(async () => end !== undefined);
      await stop();
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Queued, leaseUntil: null, deaths: 0, failures: 0 });
      const stopNext = await start('stop', async () => undefined);
      expect(await ended(job, 'stop')).toMatchObject({ status: JobStatus.Succeeded, runs: 2, deaths: 0 });
      await stopNext();
      end?.(); // what the stopped worker still did can write nothing more
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Succeeded, runs: 2 });
    }));

  test('a run that the database leaves waits for it, and uses up none of its attempts', () =>
    tenant.within(async () => {
      let runs = 0;
      const stop = await start('away', async () => {
        runs += 1;
        if (runs < 3) throw new mongoose.mongo.MongoNetworkError('away');
      });
      const job = await enqueue(TYPE, { cycleId: newId() });
      expect(await ended(job, 'away')).toMatchObject({ status: JobStatus.Succeeded, runs: 3, failures: 0, deaths: 0 });
      await stop();
    }));

  test.each([BAD_VALUE, SHUTDOWN_IN_PROGRESS])(
    'a ticket that the ledger could not answer (error %i) is made again by the sweep',
    (errorCode) =>
      tenant.within(async () => {
        const name = `spent-${errorCode}`;
        const stop = await start(name, async () => undefined);
        await failCommands(['findAndModify'], { errorCode }, { model: JobModel });
        const job = await enqueue(TYPE, { cycleId: newId() });
        await until(async () => (await (await ticketOf(job))?.getState()) === 'failed');
        await failNoCommands();
        expect(await rowOf(job)).toMatchObject({ status: JobStatus.Queued });
        await JobModel.updateOne({ _id: job._id }, { $set: { sweepAfter: new Date(0) } });
        await sweepLostJobs();
        expect(await ended(job, name)).toMatchObject({ status: JobStatus.Succeeded, failures: 0, deaths: 0 });
        await stop();
      }),
  );

  test('a worker leaves the tickets of queues that are not its own to the others', () =>
    tenant.within(async () => {
      let runsOfOther = 0;
      const count = async (): Promise<void> => void runsOfOther++;
      const stopOther = await start('own-queues', count, queuesNamed(['export', 'mail']));
      const job = await enqueue(TYPE, { cycleId: newId() });
      await stopOther();
      const stop = await start('own-queues', async () => undefined, queuesNamed(['bulk']));
      expect(await ended(job, 'own-queues')).toMatchObject({ status: JobStatus.Succeeded, runs: 1 });
      expect(runsOfOther).toBe(0);
      await stop();
    }));

  test('a worker whose connection was lost without a word says so, and another takes what waits', () =>
    tenant.within(async () => {
      const way = await startLossyWay();
      let isStuck = false;
      const errors = jest.spyOn(logger, 'error').mockReturnValue(logger);
      const lost = { redisUrl: way.url, onStuck: () => void (isStuck = true), stuckMs: STUCK_MS };
      const stop = await start('lost', async () => undefined, ['bulk'], lost);
      way.loseConnections();
      const job = await enqueue(TYPE, { cycleId: newId() });
      await until(async () => isStuck);
      expect(errors.mock.calls).toEqual([['the worker takes no tickets and ends', { queue: 'bulk' }]]);
      errors.mockRestore();
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Queued, runs: 0 });
      await stop();
      way.close();
      const stopNext = await start('lost', async () => undefined, ['bulk']);
      expect(await ended(job, 'lost')).toMatchObject({ status: JobStatus.Succeeded, runs: 1 });
      await stopNext();
    }));

  test('a worker that is busy with as many jobs as it can run is not stuck', () =>
    tenant.within(async () => {
      const onStuck = jest.fn();
      const running: (() => void)[] = [];
      const work = (): Promise<void> => new Promise((done) => void running.push(done));
      const stop = await start('busy', work, ['bulk'], { onStuck, stuckMs: STUCK_MS });
      const jobs: Job[] = [];
      for (let at = 0; at <= CONCURRENCY; at++) jobs.push(await enqueue(TYPE, { cycleId: newId() }));
      await until(async () => running.length === CONCURRENCY);
      await new Promise((done) => setTimeout(done, 3 * STUCK_MS));
      expect([onStuck.mock.calls, running.length]).toEqual([[], CONCURRENCY]);
      const closing = setInterval(() => running.forEach((end) => end()), 20);
      for (const job of jobs) expect(await ended(job, 'busy')).toMatchObject({ status: JobStatus.Succeeded });
      clearInterval(closing);
      await stop();
    }));

  test('WORKER_QUEUES without a name means all, and an unknown name is refused', () => {
    expect(queuesNamed([])).toEqual(['bulk', 'export', 'mail']);
    expect(() => queuesNamed(['bulk', 'exports'])).toThrow(
      'WORKER_QUEUES names exports; the queues are bulk, export, mail.',
    );
  });
});
