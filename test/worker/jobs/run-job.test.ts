import mongoose from 'mongoose';
import { register } from 'prom-client';
import { openWatch } from '../../../api/platform/jobs/watch';
import { MailFailure } from '../../../shared/comms/mail/mail-failure';
import type { JobName } from '../../../shared/jobs/contract';
import { enqueueStored, enqueue, storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { queueOf } from '../../../shared/jobs/queues';
import { claimSchedule, dueSchedules, ScheduleModel } from '../../../shared/jobs/schedule.model';
import { now } from '../../../shared/kernel/clock';
import { notFound } from '../../../shared/kernel/errors';
import { derivedId, newId } from '../../../shared/kernel/ids';
import { CALCULATING, defineJob, type Run } from '../../../worker/define-job';
import { sweepLostJobs } from '../../../worker/platform/sweep-lost-jobs';
import { PrintFailure } from '../../../worker/render/pdf-printer';
import { startWorker } from '../../../worker/worker';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useCapturedLog } from '../../support/captured-log';
import { useDatabase } from '../../support/database';
import { endOf } from '../../support/finished-job';
import { until } from '../../support/until';

useDatabase();
const prefix = `jobs-${process.env.JEST_WORKER_ID}-${Date.now()}`;
const redisUrl = process.env.REDIS_URL ?? '';
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

/** Jobs of a queue that a worker runs at once. */
const LANES = 4;

/** What each case does when its job runs; `runs` counts, `failed` has those that were told that they failed. */
const behavior = new Map<string, (run: Pick<Run<JobName>, 'atEnd'>) => Promise<void>>();
const runs = new Map<string, number>();
const failed: string[] = [];
/** The id of a case, and the case of an id. */
const caseId = (name: string): string => derivedId('case', name);
const names = new Map<string, string>();
const payloadFor = (name: string): { cycleId: string } => {
  names.set(caseId(name), name);
  return { cycleId: caseId(name) };
};
const generation = defineJob({
  name: 'evaluation.generate',
  retry: { ...CALCULATING, waitMs: 50 },
  onFailed: async ({ cycleId }) => void failed.push(names.get(cycleId) ?? ''),
  run: async ({ payload: { cycleId }, progress, atEnd }) => {
    const name = names.get(cycleId) ?? '';
    runs.set(name, (runs.get(name) ?? 0) + 1);
    await progress(1, 2);
    await behavior.get(name)?.({ atEnd });
    return RESULT;
  },
});

let tenant: TestTenant;
let stopWorker: () => Promise<void>;
let closeWatch: () => Promise<void>;
beforeAll(async () => {
  tenant = await makeTenant();
  stopWorker = await startWorker({ 'evaluation.generate': generation }, { redisUrl, prefix, schedules: false });
  closeWatch = openWatch(redisUrl, prefix);
});
afterAll(async () => {
  await closeWatch();
  await stopWorker();
});

/** What Bull Board shows of a ticket once it has failed. */
async function shownOf(id: string, run: number): Promise<{ reason: string | undefined; lines: string[] }> {
  const queue = queueOf('evaluation.generate');
  const ticketId = `${id}-${run}`;
  await until(async () => (await queue.getJobState(ticketId)) === 'failed');
  const ticket = await queue.getJob(ticketId);
  return { reason: ticket?.failedReason, lines: (await queue.getJobLogs(ticketId)).logs };
}

const finished = (job: Job): Promise<Job> => endOf(job);

describe('a heartbeat while its run ends', () => {
  const logged = useCapturedLog();

  test('is no sign of another run', () =>
    tenant.within(async () => {
      const nextHeartbeat = (): Promise<void> =>
        new Promise((done) => {
          mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
            if (commandName === 'update' && JSON.stringify(command.updates).includes('leaseUntil')) done();
          });
        });
      // The row is changed, and the change is not committed: the heartbeat waits for it, and finds a run that has ended.
      behavior.set('ending', async ({ atEnd }) => atEnd(nextHeartbeat));
      const ended = await finished(await enqueue('evaluation.generate', payloadFor('ending')));
      expect([ended.status, runs.get('ending')]).toEqual([JobStatus.Succeeded, 1]);
      expect(logged()).toContain('job succeeded');
      expect(logged()).not.toContain('heartbeat');
    }));
});

describe('running jobs', () => {
  let hopelessJob = '';

  test('a job runs once and leaves its result and its progress in the row', () =>
    tenant.within(async () => {
      const ended = await finished(await enqueue('evaluation.generate', payloadFor('plain')));
      expect(ended).toMatchObject({
        status: JobStatus.Succeeded,
        result: RESULT,
        progress: { done: 2, total: 2 },
        runs: 1,
      });
      expect(ended.startedAt).toBeInstanceOf(Date);
      expect(ended.finishedAt).toBeInstanceOf(Date);
    }));

  test('Redis carries ids only: no payload, no text', () =>
    tenant.within(async () => {
      const job = await finished(await enqueue('evaluation.generate', payloadFor('only-ids')));
      const ticket = await queueOf('evaluation.generate').getJob(`${job._id}-0`);
      expect(ticket?.data).toEqual({ jobId: job._id, tenantId: tenant.id });
    }));

  test('tickets twice, and again after the end, run the job once (reliability M6)', () =>
    tenant.within(async () => {
      const row = await storeJob('evaluation.generate', payloadFor('twice'));
      await Promise.all(Array.from({ length: 10 }, () => enqueueStored(row)));
      await finished(row);
      await enqueueStored({ ...row, runs: 7 });
      await finished(await enqueue('evaluation.generate', payloadFor('after-twice')));
      expect(runs.get('twice')).toBe(1);
    }));

  test('an unexpected error is retried with backoff until it works', () =>
    tenant.within(async () => {
      let failures = 2;
      behavior.set('flaky', async () => {
        if (failures-- > 0) throw new Error('the network hiccuped');
      });
      const ended = await finished(await enqueue('evaluation.generate', payloadFor('flaky')));
      expect([ended.status, ended.failures, runs.get('flaky')]).toEqual([JobStatus.Succeeded, 2, 3]);
      expect(failed).not.toContain('flaky');
    }));

  test('an error of the product fails at once, with its code', () =>
    tenant.within(async () => {
      behavior.set('gone', () => Promise.reject(notFound()));
      const ended = await finished(await enqueue('evaluation.generate', payloadFor('gone')));
      expect([ended.status, ended.error?.code, runs.get('gone')]).toEqual([JobStatus.Failed, 'NOT_FOUND', 1]);
      expect(failed.filter((name) => name === 'gone')).toHaveLength(1);
      expect(await shownOf(ended._id, 0)).toEqual({
        reason: 'NOT_FOUND',
        lines: [expect.stringContaining(`Run 1 begins`), expect.stringContaining('Refused: NOT_FOUND.')],
      });
    }));

  test('what a job failed at is in its error, in the reason of its tickets and in their lines, without its message', () =>
    tenant.within(async () => {
      const server = { host: 'mail.example.test', port: 587 };
      behavior.set('no-mail', () => Promise.reject(new MailFailure('unavailable', 'Ana Ruiz', server, 'ECONNREFUSED')));
      behavior.set('no-pdf', () => Promise.reject(new PrintFailure('not printed', { cause: new Error('Ana Ruiz') })));
      behavior.set('no-disk', () => Promise.reject(Object.assign(new Error('Ana Ruiz'), { code: 'ENOSPC' })));
      for (const [name, kind] of [
        ['no-mail', 'Mail'],
        ['no-pdf', 'Chromium'],
        ['no-disk', 'Disk'],
      ] as const) {
        const ended = await finished(await enqueue('evaluation.generate', payloadFor(name)));
        expect(ended.error).toMatchObject({ reason: { code: 'JOB_DEAD_LETTERED' }, kind });
        const shown = [await shownOf(ended._id, 0), await shownOf(ended._id, 3)];
        expect(shown).toEqual([
          {
            reason: `JOB_RUNS_AGAIN: ${kind}`,
            lines: [expect.anything(), expect.stringContaining(`Failed at ${kind}`)],
          },
          {
            reason: `JOB_DEAD_LETTERED: ${kind}`,
            lines: [expect.anything(), expect.stringContaining('for the last time')],
          },
        ]);
        expect(JSON.stringify(shown)).not.toContain('Ana');
      }
    }));

  test('an error that never ends is dead-lettered after the budget, and its text stays inside', () =>
    tenant.within(async () => {
      behavior.set('hopeless', () => Promise.reject(new Error('secret detail')));
      const ended = await finished(await enqueue('evaluation.generate', payloadFor('hopeless')));
      hopelessJob = ended._id;
      expect([ended.status, ended.error?.code, runs.get('hopeless')]).toEqual([JobStatus.Failed, 'INTERNAL', 4]);
      expect(JSON.stringify(ended.error)).not.toContain('secret');
      expect(failed.filter((name) => name === 'hopeless')).toHaveLength(1);
    }));

  test('the queue itself repeats nothing: each run of a job has a ticket that is tried once', () =>
    tenant.within(async () => {
      const tickets = await Promise.all(
        [0, 1, 2, 3].map((run) => queueOf('evaluation.generate').getJob(`${hopelessJob}-${run}`)),
      );
      expect(tickets.map((ticket) => [ticket?.opts.attempts, ticket?.attemptsStarted])).toEqual(
        Array.from({ length: 4 }, () => [1, 1]),
      );
    }));

  test('a payload is checked before it is stored, and again when it is taken', () =>
    tenant.within(async () => {
      await expect(enqueue('evaluation.generate', { cycleId: 'a name' })).rejects.toThrow();
      const row = await storeJob('evaluation.generate', { cycleId: newId() });
      await JobModel.updateOne({ _id: row._id }, { $set: { payload: { cycleId: 'a name' } } });
      await enqueueStored(row);
      expect(await finished(row)).toMatchObject({ status: JobStatus.Failed, runs: 1, error: { code: 'INTERNAL' } });
    }));

  test('a row whose ticket was lost is carried again by the sweep (reliability F5)', () =>
    tenant.within(async () => {
      const row = await storeJob('evaluation.generate', payloadFor('lost'));
      await JobModel.updateOne({ _id: row._id }, { $set: { sweepAfter: new Date(0) } });
      await sweepLostJobs();
      expect((await finished(row)).status).toBe(JobStatus.Succeeded);
      expect(runs.get('lost')).toBe(1);
    }));

  test("one tenant's backlog does not hold back another's job (reliability M10)", async () => {
    const open: (() => void)[] = [];
    behavior.set('backlog', () => new Promise((done) => open.push(done)));
    const backlog = await tenant.within(async () => {
      const jobs: Job[] = [];
      for (let at = 0; at < 30; at++) jobs.push(await enqueue('evaluation.generate', payloadFor('backlog')));
      return jobs;
    });
    const { values } = (await register.getSingleMetric('queue_jobs')?.get()) ?? { values: [] };
    expect(values.find(({ labels }) => labels.queue === 'bulk' && labels.state === 'waiting')?.value).toBeGreaterThan(
      20,
    );
    const quiet = await makeTenant();
    const queued = await quiet.within(() => enqueue('evaluation.generate', payloadFor('quiet')));
    let released = 0;
    for (; released < backlog.length; released += 1) {
      const held = Math.min(LANES, backlog.length - released);
      await until(() => runs.has('quiet') || open.length >= held);
      if (runs.has('quiet')) break;
      open.shift()?.();
    }
    expect((await quiet.within(() => finished(queued))).status).toBe(JobStatus.Succeeded);
    expect(released).toBeLessThan(10);
    behavior.delete('backlog');
    open.forEach((done) => done());
    await tenant.within(() => Promise.all(backlog.map(finished)));
  });

  test('of many workers one fires a schedule in each interval', async () => {
    const name = `test-${Date.now()}`;
    expect(await dueSchedules([name])).toEqual([name]);
    const claimByMany = () => Promise.all(Array.from({ length: 30 }, () => claimSchedule(name, 60_000)));
    expect((await claimByMany()).filter(Boolean)).toHaveLength(1);
    expect(await claimSchedule(name, 60_000)).toBe(false);

    const other = `${name}-other`;
    expect(await claimSchedule(other, 60_000)).toBe(true);
    expect(await dueSchedules([name, other, `${name}-new`])).toEqual([`${name}-new`]);
    await ScheduleModel.updateOne({ _id: name }, { $set: { nextAt: now() } }); // its interval has passed
    expect(await dueSchedules([name, other, `${name}-new`])).toEqual([name, `${name}-new`]);
    expect((await claimByMany()).filter(Boolean)).toHaveLength(1);
  });
});
