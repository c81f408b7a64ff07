import { storeJob } from '../../../shared/jobs/enqueue';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeEmployees } from '../../factories/employee';
import { makeSystemAdmin, makeTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const read = (token: string) => service().call('get', '/api/dashboards/platform', token);

describe('platform dashboard', () => {
  test('tenants by status, use of plans, jobs and queues', async () => {
    const root = await makeSystemAdmin();
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
      });
    expect(JSON.stringify(body)).not.toContain(full.id);
  });

  test('for a SystemAdmin alone: others get 403 without a body', async () => {
    const tenant = await makeTenant();
    for (const token of [tenant.admin, tenant.hr, tenant.user]) {
      const refused = await read(token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
  });
});
