import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { AuditActor, AuditEntity, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeApiKey } from '../../factories/api-key';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

const service = useService({ worker: false, env: { RATE_LIMIT_AUTH: '3', QUEUE_PREFIX: `watched-${newId()}` } });
holdClock();
const HOUR_MS = 3_600_000;

let tenant: TestTenant;
let cycleId: string;
let subjectIds: string[];
let managerToken: string;
beforeEach(async () => {
  tenant = await makeTenant();
  const evaluators = [{ type: EvaluatorType.Self }, { type: EvaluatorType.Manager }];
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { resultsPublishedAt: new Date() },
    subjects: [{ evaluators }, { evaluators }],
  });
  cycleId = cycle._id;
  subjectIds = subjects.map(({ employee }) => employee._id);
  managerToken = await tenant.signedIn({ employeeId: subjects[0]?.evaluation.managerId ?? '' });
});

const read = async (path: string, token: string, slug?: string) => {
  const request = service().call('get', path, token);
  const answer = await (slug ? request.set('X-Tenant', slug) : request);
  expect([path, answer.status]).toEqual([path, 200]);
};

/** Entries of one event in the organization's log, the oldest first. */
const entries = (eventType: AuditEvent): Promise<AuditLog[]> =>
  tenant.within(async () => AuditLogModel.find({ eventType }).sort({ sequence: 1 }).lean<AuditLog[]>());

describe('who reads results is in the audit log', () => {
  const subject = (id = subjectIds[0]) => `/api/evaluation-results/${cycleId}/subjects/${id}`;

  test('HR leaves one entry an hour for each subject, however it looks at the results', async () => {
    await Promise.all([subject(), subject(), `${subject()}?explain=true`].map((path) => read(path, tenant.hr)));
    await read(subject(), tenant.hr);
    expect((await entries('results.viewed')).map(({ entityType, entityId }) => [entityType, entityId])).toEqual([
      [AuditEntity.Employee, subjectIds[0]],
    ]);
    await read(subject(subjectIds[1]), tenant.hr);
    await read(subject(), tenant.admin);
    expect(await entries('results.viewed')).toHaveLength(3);
    jest.setSystemTime(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 1); // the token still lives
    await read(subject(), tenant.hr);
    expect(await entries('results.viewed')).toHaveLength(4);
  });

  test('a manager and the subject see what concerns them without an entry', async () => {
    await read(subject(), managerToken);
    await read(subject(), await tenant.signedIn({ employeeId: subjectIds[0] ?? '' }));
    expect(await entries('results.viewed')).toEqual([]);
  });

  test('the list, the raters, the heatmap and the nine-box: one entry for each', async () => {
    const paths = [
      `/api/evaluation-results?cycleId=${cycleId}`,
      `/api/evaluation-results/${cycleId}/raters`,
      `/api/gap-heatmap?cycleId=${cycleId}`,
      `/api/nine-box?cycleId=${cycleId}`,
    ];
    for (const path of [...paths, ...paths]) await read(path, tenant.hr);
    const surfaces = (await entries('results.viewed')).map(({ changes }) => changes[0]?.after);
    expect(surfaces).toEqual(['results', 'raters', 'heatmap', 'nine-box']);
  });

  test('an operator who acts for an organization is named in its log, once an hour', async () => {
    const operator = await makeSystemAdmin();
    await read('/api/tenants', operator);
    expect(await entries('operator.entered')).toEqual([]);
    await read(subject(), operator, tenant.slug);
    await read('/api/employees', operator, tenant.slug);
    expect(await entries('operator.entered')).toMatchObject([{ entityType: AuditEntity.Tenant, entityId: tenant.id }]);
    expect(await entries('results.viewed')).toHaveLength(1);
    const { body } = await service().call('get', '/api/audit-logs?eventType=operator.entered', tenant.admin);
    expect(body.items[0].actorEmail).toContain('@');
    expect((await service().call('get', '/api/audit-logs/verify', tenant.admin)).body.valid).toBe(true);
  });

  test('a key leaves one entry an hour for each dataset', async () => {
    const key = await makeApiKey(tenant);
    const datasets = ['scores', 'gaps', 'nine-box'].map((name) => `datasets/${name}`);
    const odata = ['odata/Gaps', 'odata/Gaps/$count', 'odata/$metadata'];
    for (const name of ['ping', 'employees', 'cycles', ...datasets, ...datasets, ...odata]) {
      const { status } = await service().call('get', `/api/v1/${name}`).set('X-Api-Key', key);
      expect([name, status]).toEqual([name, 200]);
    }
    const found = await entries('dataset.read');
    expect(found.map(({ changes }) => changes[0]?.after)).toEqual(['employees', 'cycles', ...datasets, 'odata/Gaps']);
    expect(found.every(({ actorType, actorId }) => actorType === AuditActor.ApiKey && actorId === null)).toBe(true);
  });

  test('a log that takes no entry does not keep anyone from reading, and the entry is made up for', async () => {
    const refusal = jest.spyOn(AuditLogModel.collection, 'insertMany').mockRejectedValue(new Error('the log is full'));
    const errors = jest.spyOn(logger, 'error').mockReturnValue(logger);
    await read(subject(), tenant.hr);
    expect(errors).toHaveBeenCalledWith(
      'a reading is not in the audit log',
      expect.objectContaining({ category: 'security' }),
    );
    refusal.mockRestore();
    errors.mockRestore();
    await read(subject(), tenant.hr);
    expect(await entries('results.viewed')).toHaveLength(1);
  });

  test('templates keep both texts, readable for a TenantAdmin alone', async () => {
    const texts = { key: 'cycle-opened', locale: 'en', subject: 'It is time', body: '<p>Please answer.</p>' };
    const { body: template } = await service().call('post', '/api/email-templates', tenant.hr).send(texts);
    const path = `/api/email-templates/${template.id}`;
    expect((await service().call('put', path, tenant.hr).send({ subject: 'Hurry' })).status).toBe(200);
    expect((await service().call('delete', path, tenant.hr)).status).toBe(204);
    const { body } = await service().call('get', `/api/audit-logs?entityId=${template.id}`, tenant.admin);
    const recorded = body.items.map(({ eventType, changes }: { eventType: string; changes: { field: string }[] }) => [
      eventType,
      changes.map(({ field }) => field).join(),
    ]);
    expect(recorded).toEqual([
      ['email-template.deleted', 'key,locale,subject,body'],
      ['email-template.updated', 'subject'],
      ['email-template.created', 'key,locale,subject,body'],
    ]);
    expect(body.items[1].changes).toEqual([{ field: 'subject', before: 'It is time', after: 'Hurry' }]);
  });
});

describe('refusals are log lines of the category security', () => {
  test('a wrong key, a wrong token, a role, another host, another site and too many tries; never a credential', async () => {
    const lines = jest.spyOn(logger, 'warn').mockReturnValue(logger);
    const key = await makeApiKey(tenant);
    const wrongKey = `${key.slice(0, -4)}AAAA`;
    await service().call('get', '/api/v1/employees').set('X-Api-Key', wrongKey);
    await service().call('get', '/api/employees', 'not-a-token');
    await service().call('get', '/api/employees');
    await service().call('get', '/api/users-admin', tenant.user);
    await service()
      .call('get', '/api/employees', tenant.hr)
      .set('Host', `${(await makeTenant()).slug}.localhost`);
    const signIn = { email: 'nobody@example.test', password: 'brisk-heron-77', tenantSlug: tenant.slug };
    for (let attempt = 0; attempt < 4; attempt += 1) await service().call('post', '/api/auth/token').send(signIn);
    const refused = (lines.mock.calls as unknown as [string, Record<string, unknown>?][]).flatMap(([, line]) =>
      line && 'category' in line ? [line] : [],
    );
    expect(refused.map(({ status, errorCode, route, credential }) => [status, errorCode, route, credential])).toEqual([
      [401, 'UNAUTHENTICATED', '/api/v1/employees', 'api-key'],
      [401, 'UNAUTHENTICATED', '/api/employees', 'bearer'],
      [403, 'FORBIDDEN', '/api/users-admin', 'bearer'],
      [401, 'TENANT_MISMATCH', '/api/employees', 'bearer'],
      ...Array(3).fill([401, 'INVALID_CREDENTIALS', '/api/auth/token', 'body']),
      [429, 'RATE_LIMITED', '/api/auth/token', null],
    ]);
    for (const line of refused) expect(line).toMatchObject({ category: 'security', ip: expect.any(String) });
    expect(refused[2]?.actor).toMatch(/^[\da-f-]{36}$/);
    expect(refused[3]?.actor).toMatch(/^[\da-f-]{36}$/);
    for (const secret of [wrongKey, 'not-a-token', tenant.user, tenant.hr, signIn.password, signIn.email])
      expect(JSON.stringify(refused)).not.toContain(secret);
    lines.mockRestore();
  });
});
