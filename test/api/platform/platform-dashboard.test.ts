import { storeJob } from '../../../shared/jobs/enqueue';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { appVersion } from '../../../shared/migrations/app-version';
import { MetaId } from '../../../shared/migrations/meta.model';
import { removeMeta, writeMeta } from '../../../shared/migrations/meta.store';
import { newestVersion, SCHEMA } from '../../../shared/migrations/migrations';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { loadJobs } from '../../../worker/load-jobs';
import { startWorker } from '../../../worker/worker';
import { makeEmployees } from '../../factories/employee';
import { makeSystemAdmin, makeTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { until } from '../../support/until';

const service = useService({ worker: false, env: { QUEUE_PREFIX: 'dashboard' }, ownDatabase: true });
const read = (token: string) => service().call('get', '/api/dashboards/platform', token);

describe('platform dashboard', () => {
  test('tenants by status, use of plans, jobs and queues', async () => {
    const root = await makeSystemAdmin();
    await writeMeta(MetaId.Schema, { version: newestVersion(SCHEMA) });
    const before = (await read(root)).body;
    const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees: 3, maxCyclesPerYear: null });
    const [full, roomy, cancelled] = [await makeTenant(), await makeTenant(), await makeTenant()];
    for (const { id } of [full, roomy, cancelled])
      await TenantModel.updateOne({ _id: id }, { $set: { planId: plan._id } });
    await TenantModel.updateOne({ _id: cancelled.id }, { $set: { status: TenantStatus.Cancelled } });
    await full.within(() => makeEmployees([{}, {}, {}]));
    await roomy.within(() => makeEmployees([{}]));
    await roomy.within(async () => {
      const payload = { cycleId: newId(), departmentId: null, jobProfileId: null };
      await storeJob('insight.export-heatmap', payload);
      const dead = await storeJob('insight.export-heatmap', payload);
      const refused = await storeJob('insight.export-heatmap', payload);
      const failed = { status: JobStatus.Failed, finishedAt: now() };
      await JobModel.updateOne(
        { _id: dead._id },
        { $set: { ...failed, error: { code: 'INTERNAL', message: 'given up', validationErrors: [] } } },
      );
      await JobModel.updateOne(
        { _id: refused._id },
        { $set: { ...failed, error: { code: 'NOT_FOUND', message: 'gone', validationErrors: [] } } },
      );
    });
    const { status, body } = await read(root);
    expect(status).toBe(200);
    const count = (of: typeof body, name: string): number =>
      of.tenants.byStatus.find((entry: { status: string }) => entry.status === name).count;
    expect(body.tenants.total).toBe(before.tenants.total + 3);
    expect(count(body, 'Trial')).toBe(count(before, 'Trial') + 2);
    expect(count(body, 'Cancelled')).toBe(count(before, 'Cancelled') + 1);
    const use = body.plans.find((entry: { planId: string }) => entry.planId === plan._id);
    expect(use).toEqual({ planId: plan._id, plan: plan.name, tenants: 2, employees: 4, cycles: 0, nearLimit: 1 });
    expect(body.jobs.queued).toBe(before.jobs.queued + 1);
    expect(body.jobs.deadLetters).toBe(before.jobs.deadLetters + 1);
    expect(body.jobs.oldestQueuedAt).toMatch(/Z$/);
    expect(body.queues.map(({ queue }: { queue: string }) => queue)).toEqual(
      expect.arrayContaining(['bulk', 'export']),
    );
    for (const queue of body.queues)
      expect(queue).toEqual({
        queue: queue.queue,
        waiting: expect.any(Number),
        active: expect.any(Number),
        failed: expect.any(Number),
        workers: 0,
      });
    expect(body.installation).toEqual({
      version: appVersion(),
      schema: { stored: newestVersion(SCHEMA), expected: newestVersion(SCHEMA) },
      lastBackupAt: null,
      mailServer: { source: 'Outbox', host: null, port: null },
    });
    expect(JSON.stringify(body)).not.toContain(full.id);
  });

  test('the last backup, the mail server, and the workers that take jobs', async () => {
    const root = await makeSystemAdmin();
    const { QUEUE_PREFIX: prefix, REDIS_URL: redisUrl } = service().config;
    const stopWorker = await startWorker(loadJobs(), { redisUrl, prefix, schedules: false });
    const at = new Date('2026-11-20T02:00:00Z');
    await writeMeta(MetaId.Backup, { at });
    const from = { fromAddress: 'hr@example.test', fromName: null };
    await service()
      .call('put', '/api/platform-settings/email', root)
      .send({ host: 'mail.example.test', port: 465, secure: true, ...from })
      .expect(200);
    const workers = ({ queues }: { queues: { workers: number }[] }) => queues.map((queue) => queue.workers);
    await until(async () => !workers((await read(root)).body).includes(0));
    const { body } = await read(root);
    expect(workers(body)).toEqual([1, 1, 1]);
    expect(body.installation).toMatchObject({
      lastBackupAt: '2026-11-20T02:00:00Z',
      mailServer: { source: 'Platform', host: 'mail.example.test', port: 465 },
    });
    await removeMeta(MetaId.Backup);
    await stopWorker();
  });

  test('for a SystemAdmin alone: others get 403 without a body', async () => {
    const tenant = await makeTenant();
    for (const token of [tenant.admin, tenant.hr, tenant.user]) {
      const refused = await read(token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
  });
});
