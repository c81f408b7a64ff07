import { storeJob } from '../../shared/jobs/enqueue';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { SessionModel } from '../../shared/platform/session.model';
import { TenantStatus } from '../../shared/platform/tenant-status';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../factories/tenant';
import { percentile } from '../support/percentile';
import { useService } from '../support/service';

const service = useService({ worker: false });

/** A job that another process runs for as long as the test lasts. */
async function runningJob(tenant: TestTenant): Promise<string> {
  return tenant.within(async () => {
    const job = await storeJob('evaluation.generate', { cycleId: newId() });
    const lease = {
      status: JobStatus.Running,
      runToken: newId(),
      leaseUntil: inMs(600_000),
      sweepAfter: inMs(600_000),
    };
    await JobModel.updateOne({ _id: job._id }, { $set: lease });
    return job._id;
  });
}

/** Opens the stream of a job and waits for its first event; `ended` says how many milliseconds after a change it ended. */
async function follow(id: string, token: string) {
  const answer = await fetch(`${service().url}/api/jobs/${id}/events`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const reader = answer.body?.getReader();
  if (!reader) throw new Error(`no stream: ${answer.status}`);
  await reader.read();
  return {
    async ended(change: () => Promise<unknown>): Promise<number> {
      await change();
      const from = performance.now();
      while (!(await reader.read()).done);
      return performance.now() - from;
    },
    next: async () => new TextDecoder().decode((await reader.read()).value),
    close: () => reader.cancel(),
  };
}

describe('event streams', () => {
  test.each<[string, (tenant: TestTenant, token: string) => Promise<unknown>]>([
    ['the session is signed out', (_tenant, token) => service().call('post', '/api/auth/logout', token).expect(204)],
    [
      'the session was idle for too long',
      (tenant) =>
        tenant.within(() => SessionModel.updateMany({}, { $set: { lastSeenAt: inMs(-721 * 60_000) } }).exec()),
    ],
    [
      'the organization is suspended',
      async (tenant) => {
        const path = `/api/tenants/${tenant.id}/status/${TenantStatus.Suspended}`;
        await service()
          .call('post', path, await makeSystemAdmin())
          .expect(200);
      },
    ],
  ])('of ten that end when %s, nine end within 5 s', async (_what, change) => {
    const taken = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const tenant = await makeTenant();
        const stream = await follow(await runningJob(tenant), tenant.hr);
        return stream.ended(() => change(tenant, tenant.hr));
      }),
    );
    expect(percentile(taken, 90)).toBeLessThan(5_000);
  });

  test('go on while the session lives: a comment every 15 s keeps a quiet one open', async () => {
    const tenant = await makeTenant();
    const stream = await follow(await runningJob(tenant), tenant.hr);
    expect(await stream.next()).toMatch(/^: /);
    await stream.close();
  });
});
