import { gzipSync } from 'node:zlib';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { AuditDraftModel, type AuditLog, AuditLogModel } from '../../shared/platform/audit/audit-log.model';
import { sweepAuditDrafts } from '../../shared/platform/audit/audit.store';
import { SessionModel } from '../../shared/platform/session.model';
import { makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { closeOwnEngine, failCommands, failNoCommands, useOwnEngine } from '../support/fail-commands';
import { useService } from '../support/service';

useOwnEngine();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(closeOwnEngine);

const createDepartment = (name: string) => service().call('post', '/api/departments', tenant.hr).send({ name });

describe('outages of the database answer 503 with Retry-After, never 500 or 400', () => {
  test.each([91, 189, 10107, 11600, 11602, 13435, 13436])(
    'a write that is answered with code %i',
    async (errorCode) => {
      await failCommands(['insert'], { errorCode });
      const answer = await createDepartment(`Code ${errorCode}`);
      expect([answer.status, answer.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await failNoCommands();
      expect((await createDepartment(`Code ${errorCode}`)).status).toBe(201);
    },
  );

  test('a connection that closes', async () => {
    await failCommands(['insert'], { closeConnection: true });
    expect((await createDepartment('Closed')).status).toBe(503);
  });

  test('inside authentication: a valid autosave is 503, not 400 or 401', async () => {
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }] }],
    });
    const [subject] = made.subjects;
    const token = await tenant.signedIn({ employeeId: subject!.employee._id });
    await failCommands(['find'], { errorCode: 11600 }, { model: SessionModel });
    const path = `/api/my-evaluations/${subject!.participants[0]!._id}/respond`;
    const answer = await service().call('post', path, token).send({ answers: [] });
    expect([answer.status, answer.body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});

describe('an audit entry is never lost (docs/adr/0011)', () => {
  test('the log cannot be written after the commit: the change is answered as done, and the sweep adds its entry', async () => {
    await failCommands(['insert'], { errorCode: 11600 }, { model: AuditLogModel });
    const created = await service()
      .call('post', '/api/evaluation-cycles', tenant.hr)
      .send({ name: 'Kept', startDate: '2026-01-01', endDate: '2026-02-01' });
    expect(created.status).toBe(201);
    const entries = () =>
      tenant.within(async () => AuditLogModel.find({ entityId: created.body.id }).lean<AuditLog[]>());
    expect(await entries()).toEqual([]);
    await failNoCommands();
    await tenant.within(() =>
      AuditDraftModel.collection.updateMany({ tenantId: tenant.id }, { $set: { createdAt: new Date(0) } }),
    );
    await sweepAuditDrafts();
    expect((await entries()).map(({ eventType }) => eventType)).toEqual(['cycle.created']);
    const check = await service().call('get', '/api/audit-logs/verify', tenant.admin);
    expect(check.body).toMatchObject({ valid: true });
  });
});

describe('uploads that are not what they say', () => {
  const upload = (type: string, body: Buffer | string) =>
    service().call('post', '/api/files', tenant.hr).set('Content-Type', type).send(body);

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['with a part without an end of its header', 'multipart/form-data; boundary=b', '--b\r\nContent-Disp'],
  ])('a multipart body %s is 400', async (_what, type, body) => {
    const answer = await upload(type, body);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });

  test('a multipart body that is a gzip bomb is 415', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const answer = await upload('multipart/form-data; boundary=b', bomb).set('Content-Encoding', 'gzip');
    expect([answer.status, answer.body.errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
