import type { JobName, Payload } from '../../../shared/jobs/contract';
import { storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const { cycle, subjects } = await makeEvaluatedCycle(tenant);
  cycleId = cycle._id;
  subjectId = subjects[0]!.employee._id;
});

async function ended<N extends JobName>(type: N, payload: Payload<N>, status = JobStatus.Failed): Promise<string> {
  return tenant.within(async () => {
    const { _id } = await storeJob(type, payload);
    await JobModel.updateOne({ _id }, { $set: { status, finishedAt: now() } });
    return _id;
  });
}
const again = (id: string, token = tenant.hr) => service().call('post', `/api/jobs/${id}/run-again`, token);
const view = async (id: string) => (await service().call('get', `/api/jobs/${id}`, tenant.hr)).body;

describe('POST /api/jobs/{id}/run-again', () => {
  test('an ended export or calculation becomes a new job with the same payload', async () => {
    const all = { departmentId: null, jobProfileId: null };
    const jobs = [
      await ended('insight.export-heatmap', { cycleId, ...all }),
      await ended('insight.export-nine-box', { cycleId: null, ...all }),
      await ended('insight.export-report', { cycleId, subjectId, viewerId: null }, JobStatus.Succeeded),
      await ended('insight.recalculate-gaps', { cycleId }),
      await ended('insight.analyse-gaps', { departmentId: null, employeeIds: null }),
      await ended('evaluation.rescore', { cycleId, change: newId() }),
    ];
    for (const id of jobs) {
      expect((await view(id)).canRunAgain).toBe(true);
      const answer = await again(id);
      expect([answer.status, answer.headers.location]).toEqual([202, `/api/jobs/${answer.body.id}`]);
      const [before, after] = await tenant.within(async () => [
        (await JobModel.findById(id).lean<Job>())!,
        (await JobModel.findById(answer.body.id).lean<Job>())!,
      ]);
      expect(after._id).not.toBe(id);
      expect([after.type, after.payload, after.status]).toEqual([before.type, before.payload, JobStatus.Queued]);
      expect((await view(after._id)).canRunAgain).toBe(false); // it has not ended
    }
  });

  test('409 with a reason: what mails, imports or has not ended; 404 for what no longer exists', async () => {
    const running = await ended('insight.recalculate-gaps', { cycleId }, JobStatus.Running);
    expect((await again(running)).body.errorMessage).toBe('The job is Running. Wait until it has ended.');
    const mail = await ended('evaluation.send-cycle-mail', { triggerId: newId() });
    const peers = await ended('evaluation.assign-peers', { cycleId, dryRun: false });
    const imported = await ended('framework.import-competencies', { fileId: newId(), dryRun: true });
    for (const [id, reason] of [
      [mail, 'same email twice'],
      [peers, 'Preview a new plan'],
      [imported, 'Upload it again'],
    ] as const) {
      const answer = await again(id);
      expect([answer.status, answer.body.errorMessage]).toEqual([409, expect.stringContaining(reason)]);
      expect((await view(id)).canRunAgain).toBe(false);
    }
    const gone = await ended('insight.export-heatmap', { cycleId: newId(), departmentId: null, jobProfileId: null });
    expect((await again(gone)).status).toBe(404);
    // The route's own check: the cycle is over.
    expect((await again(await ended('evaluation.generate', { cycleId }))).status).toBe(409);
  });

  test('asks for the permission of the original; the jobs of others are 404', async () => {
    const id = await ended('insight.recalculate-gaps', { cycleId });
    expect((await again(id, tenant.user)).status).toBe(404);
    const userId = (await service().call('get', '/api/my-profile', tenant.user)).body.id;
    await tenant.within(() => JobModel.updateOne({ _id: id }, { $set: { requestedBy: userId } }));
    expect((await again(id, tenant.user)).status).toBe(403);
    expect((await again(id, (await makeTenant()).hr)).status).toBe(404);
  });
});
