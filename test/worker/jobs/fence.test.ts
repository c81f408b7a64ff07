import mongoose from 'mongoose';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { storeJob } from '../../../shared/jobs/enqueue';
import { FencedWrites, WRITES_AT_ONCE, RunReplaced } from '../../../shared/jobs/fence';
import { RunFenceModel } from '../../../shared/jobs/fence.model';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { claimJob } from '../../../shared/jobs/ledger';
import { endRun } from '../../../shared/jobs/ledger';
import { newId } from '../../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

async function claim(jobId: string): Promise<{ runToken: string; writes: FencedWrites }> {
  const claimed = await claimJob(jobId);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  return { runToken: claimed.runToken, writes: new FencedWrites(claimed.runToken) };
}

/** A claimed job and, once its lease has ended, the run that takes it over. */
async function jobAndTakeover() {
  const { _id } = await storeJob('evaluation.generate', { cycleId: newId() });
  const first = await claim(_id);
  const takeOver = async () => {
    await JobModel.updateOne({ _id }, { $set: { leaseUntil: new Date(0) } });
    return claim(_id);
  };
  return { jobId: _id, first, takeOver };
}

/** Whoever arrives waits until so many are there. */
function meeting(size: number) {
  const waiting: { count: number; resolve: () => void }[] = [];
  let there = 0;
  const arrived = (count: number): Promise<void> =>
    new Promise((resolve) => {
      if (there >= count) resolve();
      else waiting.push({ count, resolve });
    });
  const arrive = (): Promise<void> => {
    there += 1;
    for (const { count, resolve } of waiting) if (there >= count) resolve();
    return arrived(size);
  };
  return { arrive, arrived };
}

const add = (userId: string) =>
  new NotificationModel({ userId, type: 'cycle-opened', title: 'T', body: 'B', link: null }).save();
const countOf = (userId: string) => NotificationModel.countDocuments({ userId });

/** The database ends older transactions. */
const setTransactionLifetime = (seconds: number) =>
  mongoose.connection.getClient().db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: seconds });
afterEach(() => setTransactionLifetime(60));

describe('a run that was replaced changes nothing (docs/adr/0018)', () => {
  test('its later writes throw and are rolled back', () =>
    tenant.within(async () => {
      const { first, takeOver } = await jobAndTakeover();
      const user = newId();
      await first.writes.write(() => add(user));
      const second = await takeOver();
      await expect(first.writes.write(() => add(user))).rejects.toThrow(RunReplaced);
      await second.writes.write(() => add(user));
      expect(await countOf(user)).toBe(2);
    }));

  test('frozen inside a transaction it holds up neither the takeover nor other requests, and its transaction is undone', () =>
    tenant.within(async () => {
      await setTransactionLifetime(3_600);
      const { first, takeOver } = await jobAndTakeover();
      const [user, row] = [newId(), await add(newId())];
      let thaw = (): void => {};
      let reached = (): void => {};
      const isFrozen = new Promise<void>((resolve) => (reached = resolve));
      const frozen = first.writes.write(async () => {
        await NotificationModel.updateOne({ _id: row._id }, { $set: { title: 'frozen' } });
        await add(user);
        reached();
        await new Promise<void>((resolve) => (thaw = resolve));
      });
      const ended = expect(frozen).rejects.toThrow(RunReplaced);
      await isFrozen;
      const second = await takeOver();
      await second.writes.write(() => NotificationModel.updateOne({ _id: row._id }, { $set: { title: 'second' } }));
      thaw(); // which neither has waited for
      await ended;
      expect(await countOf(user)).toBe(0);
      expect((await NotificationModel.findById(row._id).orFail().lean()).title).toBe('second');
    }));

  test('of two writes under way at once neither waits for the other, and a takeover undoes both', () =>
    tenant.within(async () => {
      const { first, takeOver } = await jobAndTakeover();
      const user = newId();
      await Promise.all([first.writes.write(() => add(user)), first.writes.write(() => add(user))]);
      const bothAdded = meeting(2);
      await Promise.all([1, 2].map(() => first.writes.write(() => add(user).then(bothAdded.arrive))));
      expect(await countOf(user)).toBe(4);
      const bothHeld = meeting(3);
      const ends = Promise.allSettled([1, 2].map(() => first.writes.write(() => add(user).then(bothHeld.arrive))));
      await bothHeld.arrived(2);
      const second = await takeOver();
      await second.writes.write(() => add(user));
      void bothHeld.arrive();
      expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await countOf(user)).toBe(5);
    }));

  test('after the job has ended nothing of it is written any more, and no fence is left', () =>
    tenant.within(async () => {
      const { jobId, first } = await jobAndTakeover();
      const ending = {
        status: JobStatus.Succeeded,
        result: null,
        fileId: null,
        progress: { done: 1, total: 1 },
      } as const;
      expect(await endRun(jobId, first.runToken, ending)).toBe(true);
      await expect(first.writes.write(() => add(newId()))).rejects.toThrow(RunReplaced);
      expect(await RunFenceModel.countDocuments({ jobId })).toBe(0);
    }));

  test('what is written with the end of a job is not written when the run was replaced', () =>
    tenant.within(async () => {
      const { jobId, first, takeOver } = await jobAndTakeover();
      await takeOver();
      const user = newId();
      const ending = {
        status: JobStatus.Succeeded,
        result: null,
        fileId: null,
        progress: { done: 1, total: 1 },
      } as const;
      expect(await endRun(jobId, first.runToken, ending, async () => void (await add(user)))).toBe(false);
      expect(await countOf(user)).toBe(0);
    }));

  test('of many claims at once one has fences', () =>
    tenant.within(async () => {
      const { _id } = await storeJob('evaluation.generate', { cycleId: newId() });
      await Promise.all(Array.from({ length: 10 }, () => claimJob(_id)));
      expect(await RunFenceModel.countDocuments({ jobId: _id })).toBe(WRITES_AT_ONCE);
    }));
});
