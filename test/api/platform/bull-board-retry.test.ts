import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { queueOf, ticketId } from '../../../shared/jobs/queues';
import { newId } from '../../../shared/kernel/ids';
import { makeCycle } from '../../factories/evaluation';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { useService } from '../../support/service';
import { until } from '../../support/until';

const service = useService({ env: { BULL_BOARD_READ_ONLY: 'false' } });
let tenant: TestTenant;
let root: string;
beforeAll(async () => {
  [tenant, root] = [await makeTenant(), await makeSystemAdmin()];
});

const rowOf = (id: string) => tenant.within(async () => JobModel.findById(id).lean<Job>());

/** Runs a job to its end and retries its ticket in Bull Board, once Redis knows that it has ended. */
async function retried(cycleId: string): Promise<{ id: string; status: number }> {
  const job = await tenant.within(async () => endOf(await enqueue('evaluation.generate', { cycleId })));
  const ticket = ticketId({ _id: job._id, runs: 0 });
  await until(async () => ['completed', 'failed'].includes(await queueOf('evaluation.generate').getJobState(ticket)));
  const queue = queueOf('evaluation.generate').name;
  const answer = await service().call('put', `/admin/queues/api/queues/${queue}/${ticket}/retry`, root);
  return { id: job._id, status: answer.status };
}

describe('Bull Board that is not read-only', () => {
  test('a retry of a failed job requeues its row, which runs once more', async () => {
    const { id, status } = await retried(newId()); // no such cycle
    expect(status).toBe(204);
    await until(async () => {
      const row = await rowOf(id);
      return row?.runs === 2 && row.status === JobStatus.Failed;
    });
    expect(await rowOf(id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const { body } = await service().call('get', `/admin/queues/api/queues/bulk/${id}-0`, root);
    expect(body.job).toMatchObject({
      data: { organization: tenant.slug, jobId: id, tenantId: tenant.id },
      failedReason: 'NOT_FOUND',
    });
  });

  test('a job that has succeeded never runs again', async () => {
    const cycle = await makeCycle(tenant);
    const { id, status } = await retried(cycle._id);
    expect(status).toBe(204);
    expect(await queueOf('evaluation.generate').getJob(ticketId({ _id: id, runs: 1 }))).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ runs: 1, status: 'Succeeded' });
  });
});

test('no page reaches another host, by policy', async () => {
  for (const path of ['/admin/queues/', '/swagger/', '/api/nothing']) {
    const { headers } = await service().call('get', path, root);
    const policy = String(headers['content-security-policy']);
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'self'")]);
    expect(policy).not.toMatch(/https?:|\*/);
  }
});
