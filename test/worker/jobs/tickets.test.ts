import { disconnectDatabase } from '../../../shared/db/connect';
import { JOB_POLICY } from '../../../shared/jobs/contract';
import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { queueOf, ticketId } from '../../../shared/jobs/queues';
import { openWatch, waitForJob } from '../../../shared/jobs/watch';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import type { Handlers } from '../../../worker/run-job';
import { startWorker } from '../../../worker/worker';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { closeOwnEngine, failCommands, failNoCommands, useOwnEngine } from '../../support/fail-commands';
import { connectTestDatabase } from '../../support/service';

const TYPE = 'evaluation.generate';
const RESULT = { evaluations: 1, participants: 2, created: 3, existing: 0, skipped: 0, replaced: 0 };
const BAD_VALUE = 2;
const SHUTDOWN_IN_PROGRESS = 91;

useOwnEngine();
let tenant: TestTenant;
beforeAll(async () => {
  await connectTestDatabase();
  tenant = await makeTenant();
}, 60_000);
afterAll(async () => {
  await disconnectDatabase();
  await closeOwnEngine();
});

/** Starts a worker of its own queues whose jobs do `work`. */
function start(prefix: string, work: () => Promise<void>): Promise<() => Promise<void>> {
  const handlers: Partial<Handlers> = {
    [TYPE]: async ({ write }) => {
      await work();
      await write(async () => undefined);
      return RESULT;
    },
  };
  return startWorker(handlers, { redisUrl: redisUrl(), prefix: prefixOf(prefix), schedules: false, drainMs: 50 });
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
      const job = await enqueue(TYPE, { cycleId: 'stop' });
      await until(async () => end !== undefined);
      await stop();
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Queued, leaseUntil: null, deaths: 0, failures: 0 });
      const stopNext = await start('stop', async () => undefined);
      expect(await ended(job, 'stop')).toMatchObject({ status: JobStatus.Succeeded, runs: 2, deaths: 0 });
      await stopNext();
      end?.(); // what the stopped worker still did can write nothing more
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Succeeded, runs: 2 });
    }));

  test('a ticket waits while the database is away, however often it was tried', () =>
    tenant.within(async () => {
      const stop = await start('away', async () => undefined);
      await failCommands(['findAndModify'], { errorCode: SHUTDOWN_IN_PROGRESS }, { model: JobModel });
      const job = await enqueue(TYPE, { cycleId: 'away' });
      const { attempts } = JOB_POLICY[TYPE];
      await until(async () => ((await ticketOf(job))?.attemptsStarted ?? 0) > attempts);
      await failNoCommands();
      expect(await ended(job, 'away')).toMatchObject({ status: JobStatus.Succeeded, failures: 0, deaths: 0 });
      await stop();
    }));

  test('a ticket that failed for good while its row waits is made again by the sweep', () =>
    tenant.within(async () => {
      const stop = await start('spent', async () => undefined);
      await failCommands(['findAndModify'], { errorCode: BAD_VALUE }, { model: JobModel });
      const job = await enqueue(TYPE, { cycleId: 'spent' });
      await until(async () => (await (await ticketOf(job))?.getState()) === 'failed');
      await failNoCommands();
      expect(await rowOf(job)).toMatchObject({ status: JobStatus.Queued });
      await JobModel.updateOne({ _id: job._id }, { $set: { sweepAfter: new Date(0) } });
      await sweepLostJobs();
      expect(await ended(job, 'spent')).toMatchObject({ status: JobStatus.Succeeded, failures: 0 });
      await stop();
    }));
});
