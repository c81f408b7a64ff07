import mongoose from 'mongoose';
import { disconnectDatabase } from '../../../shared/db/connect';
import type { QueueName } from '../../../shared/jobs/contract';
import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { queueOf, ticketId } from '../../../shared/jobs/queues';
import { openWatch, waitForJob } from '../../../shared/jobs/watch';
import { newId } from '../../../shared/kernel/ids';
import { defineJob } from '../../../worker/define-job';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import { queuesNamed, startWorker } from '../../../worker/worker';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { closeOwnEngine, failCommands, failNoCommands, useOwnEngine } from '../../support/fail-commands';
import { connectTestDatabase, watchQueries } from '../../support/service';

const TYPE = 'evaluation.generate';
const RESULT = { evaluations: 1, participants: 2, created: 3, existing: 0, skipped: 0, replaced: 0 };
const BAD_VALUE = 2;
const SHUTDOWN_IN_PROGRESS = 91;

useOwnEngine();
let tenant: TestTenant;
watchQueries();

beforeAll(async () => {
  await connectTestDatabase();
  tenant = await makeTenant();
}, 60_000);
afterAll(async () => {
  await disconnectDatabase();
  await closeOwnEngine();
});

/** Starts a worker of its own queues whose jobs do `work`. */
function start(prefix: string, work: () => Promise<void>, queues?: readonly QueueName[]): Promise<() => Promise<void>> {
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
  const options = { redisUrl: redisUrl(), prefix: prefixOf(prefix), schedules: false, drainMs: 50, queues };
  return startWorker({ [TYPE]: generation }, options);
}

const redisUrl = (): string => process.env.REDIS_URL ?? '';
const prefixOf = (name: string): string => `tickets-${name}-${process.pid}`;
const rowOf = (job: Job): Promise<Job | null> => JobModel.findById(job._id).lean<Job>().exec();
const ticketOf = (job: Job) => queueOf(TYPE).getJob(ticketId(job));

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((again) => setTimeout(again, 25));
}

async function ended(job: Job, prefix: string): Promise<Job> {
  const closeWatch = openWatch(redisUrl(), prefixOf(prefix));
  try {
    return await waitForJob(job, 60);
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

  test('WORKER_QUEUES without a name means all, and an unknown name is refused', () => {
    expect(queuesNamed([])).toEqual(['bulk', 'export', 'mail']);
    expect(() => queuesNamed(['bulk', 'exports'])).toThrow(
      'WORKER_QUEUES names exports; the queues are bulk, export, mail.',
    );
  });
});
