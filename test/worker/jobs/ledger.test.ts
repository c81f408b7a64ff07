import { storeJob } from '../../../shared/jobs/enqueue';
import { RunReplaced } from '../../../shared/jobs/fence';
import { LEASE_MS } from '../../../shared/jobs/job-times';
import { type Job, JobFailureKind, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { claimJob, endRun, failRun, findDueJobs, releaseRun, renewLease } from '../../../shared/jobs/ledger';
import { MAX_WORKER_DEATHS } from '../../../shared/jobs/next-run.rules';
import { newId } from '../../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const store = () => storeJob('evaluation.generate', { cycleId: newId() });
const read = (id: string) => JobModel.findById(id).orFail().lean<Job>();
const expireLease = (id: string) => JobModel.updateOne({ _id: id }, { $set: { leaseUntil: new Date(0) } });
const claim = async (id: string) => {
  const claimed = await claimJob(id);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  return claimed;
};

describe('the job ledger', () => {
  test('of 20 workers that claim one job at once, one gets it', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(_id)));
      expect(claims.filter((claim) => claim.kind === 'claimed')).toHaveLength(1);
      expect(claims.filter((claim) => claim.kind === 'busy')).toHaveLength(19);
    }));

  test('a live lease is respected; an expired one is taken over, and the old run can write no more', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const before = Date.now();
      const first = await claim(_id);
      expect(first.job.leaseUntil?.getTime()).toBeGreaterThanOrEqual(before + LEASE_MS);
      expect((await claimJob(_id)).kind).toBe('busy');
      await expireLease(_id);
      const second = await claim(_id);
      await expect(renewLease(_id, first.runToken, { done: 1, total: 2 })).rejects.toThrow(RunReplaced);
      const late = {
        status: JobStatus.Succeeded,
        result: 'late',
        fileId: null,
        progress: { done: 1, total: 1 },
      } as const;
      expect(await endRun(_id, first.runToken, late)).toBe(false);
      expect(await endRun(_id, second.runToken, { ...late, result: 'right' })).toBe(true);
      const ended = await read(_id);
      expect([ended.status, ended.result, ended.runs, ended.deaths]).toEqual([JobStatus.Succeeded, 'right', 2, 1]);
      expect((await claimJob(_id)).kind).toBe('over');
    }));

  test(`a job survives ${MAX_WORKER_DEATHS} deaths of its worker and is dead-lettered with a reason at the next`, () =>
    tenant.within(async () => {
      const { _id } = await store();
      for (let death = 0; death <= MAX_WORKER_DEATHS; death++) {
        await claim(_id);
        await expireLease(_id);
      }
      expect((await claimJob(_id)).kind).toBe('given-up');
      expect((await claimJob(_id)).kind).toBe('over');
      const dead = await read(_id);
      expect([dead.status, dead.deaths]).toEqual([JobStatus.Failed, MAX_WORKER_DEATHS]);
      expect(dead.error).toMatchObject({
        code: 'INTERNAL',
        kind: 'Worker',
        message: expect.stringContaining('died 6 times'),
      });
    }));

  test('a run that fails waits twice as long each time, and is dead-lettered when its budget is spent', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const retry = { failures: 3, waitMs: 60_000 };
      const failed: string[] = [];
      const fail = async () => {
        const { job, runToken } = await claim(_id);
        return failRun(job, runToken, { retry, kind: JobFailureKind.Mail }, async () => void failed.push(_id));
      };
      const before = Date.now();
      expect([await fail(), await fail(), failed]).toEqual([60_000, 120_000, []]);
      const waiting = await read(_id);
      expect([waiting.status, waiting.failures, waiting.deaths]).toEqual([JobStatus.Queued, 2, 0]);
      expect(waiting.sweepAfter.getTime()).toBeGreaterThan(before + 120_000);
      expect([await fail(), failed]).toEqual([null, [_id]]);
      expect(await read(_id)).toMatchObject({
        status: JobStatus.Failed,
        failures: 2,
        error: { code: 'INTERNAL', kind: 'Mail' },
      });
    }));

  test('a run that is given back for no fault of its own counts as nothing', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const { runToken } = await claim(_id);
      expect(await releaseRun(_id, runToken, { waitMs: 0, failures: 0 })).toBe(true);
      expect(await read(_id)).toMatchObject({ status: JobStatus.Queued, failures: 0, deaths: 0, leaseUntil: null });
      expect(await releaseRun(_id, runToken, { waitMs: 0, failures: 0 })).toBe(false);
    }));

  test('the sweep finds a run as soon as its lease has ended, and not before', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const { job } = await claim(_id);
      expect(job.sweepAfter).toEqual(job.leaseUntil);
      const isDue = async () => (await findDueJobs()).some((found) => found._id === _id);
      expect(await isDue()).toBe(false);
      await JobModel.updateOne({ _id }, { $set: { sweepAfter: new Date() } });
      expect(await isDue()).toBe(true);
    }));

  test('the sweep finds rows without sign of life, of every tenant, once', async () => {
    const other = await makeTenant();
    const lost = await Promise.all([tenant, other].map((owner) => owner.within(store)));
    const ids = lost.map((job) => job._id);
    for (const [at, owner] of [tenant, other].entries())
      await owner.within(() => JobModel.updateOne({ _id: ids[at] }, { $set: { sweepAfter: new Date(0) } }));
    const found = (await findDueJobs()).map((job) => job._id).filter((id) => ids.includes(id));
    expect(found.toSorted()).toEqual(ids.toSorted());
    const again = (await findDueJobs()).map((job) => job._id).filter((id) => ids.includes(id));
    expect(again).toEqual([]);
  });
});
