import { LEASE_MS, MAX_WORKER_CRASHES } from '../../../shared/jobs/contract';
import { storeJob } from '../../../shared/jobs/enqueue';
import { RunReplaced } from '../../../shared/jobs/fence';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { claimJob, endRun, findLostJobs, renewLease, releaseRun } from '../../../shared/jobs/ledger';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const store = () => storeJob('evaluation.generate', { cycleId: 'c' });
const read = (id: string) => JobModel.findById(id).orFail().lean<Job>();
const expireLease = (id: string) => JobModel.updateOne({ _id: id }, { $set: { leaseUntil: new Date(0) } });
const claim = async (id: string) => {
  const claimed = await claimJob(id);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  return claimed;
};

describe('the job ledger (decisions 3, reliability F1, F2, F3, F8)', () => {
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

  test(`a job survives ${MAX_WORKER_CRASHES} deaths of its worker and is dead-lettered with a reason at the next`, () =>
    tenant.within(async () => {
      const { _id } = await store();
      for (let death = 0; death <= MAX_WORKER_CRASHES; death++) {
        await claim(_id);
        await expireLease(_id);
      }
      expect((await claimJob(_id)).kind).toBe('given-up');
      expect((await claimJob(_id)).kind).toBe('over');
      const dead = await read(_id);
      expect([dead.status, dead.deaths]).toEqual([JobStatus.Failed, MAX_WORKER_CRASHES]);
      expect(dead.error).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('died 6 times') });
    }));

  test('a released run waits for its delay before the sweep may carry it, and counts as a failure, not a death', () =>
    tenant.within(async () => {
      const { _id } = await store();
      const { runToken } = await claim(_id);
      const before = Date.now();
      await releaseRun(_id, runToken, 60_000);
      const row = await read(_id);
      expect([row.status, row.failures, row.deaths]).toEqual([JobStatus.Queued, 1, 0]);
      expect(row.sweepAfter.getTime()).toBeGreaterThan(before + 60_000);
    }));

  test('the sweep finds rows without sign of life, of every tenant, once', async () => {
    const other = await makeTenant();
    const lost = await Promise.all([tenant, other].map((owner) => owner.within(store)));
    const ids = lost.map((job) => job._id);
    for (const [at, owner] of [tenant, other].entries())
      await owner.within(() => JobModel.updateOne({ _id: ids[at] }, { $set: { sweepAfter: new Date(0) } }));
    const found = (await findLostJobs()).map((job) => job._id).filter((id) => ids.includes(id));
    expect(found.toSorted()).toEqual(ids.toSorted());
    const again = (await findLostJobs()).map((job) => job._id).filter((id) => ids.includes(id));
    expect(again).toEqual([]);
  });
});
