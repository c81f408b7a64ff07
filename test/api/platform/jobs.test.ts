import { enqueue, storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { claimJob, endRun, renewLease } from '../../../shared/jobs/ledger';
import { newId } from '../../../shared/kernel/ids';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const RESULT = { evaluations: 1, participants: 2, created: 3, existing: 0, skipped: 0 };
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = [await makeTenant(), await makeTenant()];
});

const read = (path: string, token: string) => service().call('get', `/api/jobs${path}`, token);
const idOf = async (token: string): Promise<string> =>
  (await service().call('get', '/api/my-profile', token).expect(200)).body.id;
/** A stored job that `token` has asked for; no worker runs it. */
async function jobOf(token: string, type: 'evaluation.generate' | 'insight.export-heatmap'): Promise<Job> {
  const requestedBy = await idOf(token);
  return tenant.within(async () => {
    const job =
      type === 'evaluation.generate'
        ? await storeJob(type, { cycleId: newId() })
        : await storeJob(type, { cycleId: newId(), departmentId: null, jobProfileId: null });
    await JobModel.updateOne({ _id: job._id }, { $set: { requestedBy } });
    return job;
  });
}

describe('GET /api/jobs', () => {
  test('users see their own, HR roles those of the organization, no one those of another one', async () => {
    const [ofHr, ofUser] = [
      await jobOf(tenant.hr, 'evaluation.generate'),
      await jobOf(tenant.user, 'evaluation.generate'),
    ];
    const ids = async (token: string) =>
      (await read('?pageSize=200', token)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids(tenant.user)).toEqual([ofUser._id]);
    for (const token of [tenant.hr, tenant.admin]) expect(await ids(token)).toEqual([ofUser._id, ofHr._id]);
    expect(await ids(other.admin)).toEqual([]);
    expect((await read('', '')).status).toBe(401);
    for (const [token, status] of [
      [tenant.hr, 200],
      [tenant.user, 404],
      [other.admin, 404],
    ] as const)
      for (const path of ['', '/events', '/file']) {
        if (status === 200 && path !== '') continue; // the stream would not end, the file is not there yet
        expect([path, (await read(`/${ofHr._id}${path}`, token)).status]).toEqual([path, status]);
      }
    expect((await read(`/${UNKNOWN}`, tenant.hr)).status).toBe(404);
    expect((await read(`/${ofHr._id}/file`, tenant.hr)).status).toBe(409);
  });

  test('filters by type and status, by name and number; others are 400 VALIDATION on the field', async () => {
    const heatmap = await jobOf(tenant.hr, 'insight.export-heatmap');
    const found = async (query: string) => (await read(query, tenant.hr)).body;
    expect((await found('?type=insight.export-heatmap')).items).toMatchObject([{ id: heatmap._id, status: 'Queued' }]);
    expect((await found('?type=insight.export-heatmap&status=Succeeded')).items).toEqual([]);
    expect((await found('?status=0&type=insight.export-heatmap')).totalCount).toBe(1);
    for (const [query, field] of [
      ['?type=nothing', 'type'],
      ['?status=Lost', 'status'],
    ] as const) {
      const answer = await read(query, tenant.hr);
      expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, field]);
    }
  });
});

/** Reads a job's stream piece by piece. */
async function follow(id: string, token: string) {
  const answer = await fetch(`${service().url}/api/jobs/${id}/events`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    type: answer.headers.get('content-type'),
    /** Waits for the next block, which an empty line ends; null at the end. */
    async next(): Promise<string | null> {
      while (!text.includes('\n\n')) {
        const piece = await reader?.read();
        if (!piece || piece.done) return null;
        text += piece.value;
      }
      const end = text.indexOf('\n\n');
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      return block;
    },
  };
}

describe('the event stream of a job', () => {
  const stateOf = (block: string | null) => {
    const [event, data] = (block ?? '').split('\n');
    const job = JSON.parse(data?.replace('data: ', '') ?? 'null') as {
      status: string;
      progress: object;
      result: unknown;
    };
    return { event, status: job.status, progress: job.progress, result: job.result };
  };

  test('shows each state as an event named job: at first, in between, at the end; then it ends', async () => {
    const { _id } = await tenant.within(() => enqueue('evaluation.generate', { cycleId: newId() }));
    const stream = await follow(_id, tenant.hr);
    expect(stream.type).toBe('text/event-stream; charset=utf-8');
    expect(stateOf(await stream.next())).toMatchObject({ event: 'event: job', status: 'Queued' });
    const runToken = await tenant.within(async () => {
      const claim = await claimJob(_id);
      return claim.kind === 'claimed' ? claim.runToken : '';
    });
    expect(stateOf(await stream.next())).toMatchObject({ event: 'event: job', status: 'Running' });
    await tenant.within(() => renewLease(_id, runToken, { done: 1, total: 2 }));
    expect(stateOf(await stream.next())).toMatchObject({ status: 'Running', progress: { done: 1, total: 2 } });
    const ending = {
      status: JobStatus.Succeeded,
      result: RESULT,
      fileId: null,
      progress: { done: 2, total: 2 },
    } as const;
    await tenant.within(() => endRun(_id, runToken, ending));
    expect(stateOf(await stream.next())).toMatchObject({ status: 'Succeeded', result: RESULT });
    expect(await stream.next()).toBeNull();
  });
});

describe('a SystemAdmin who names no organization', () => {
  test('reads a job of any by its id, which the log of that organization says', async () => {
    const root = await makeSystemAdmin();
    const job = await jobOf(tenant.hr, 'insight.export-heatmap');
    const answer = await read(`/${job._id}`, root);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: job._id, status: 'Queued' })]);
    const { body } = await service().call('get', '/api/audit-logs?eventType=operator.entered', tenant.admin);
    expect(body.items).toHaveLength(1);
    expect((await read(`/${UNKNOWN}`, root)).status).toBe(404);
    expect((await service().call('post', `/api/jobs/${job._id}/run-again`, root)).status).toBe(404);
  });
});
