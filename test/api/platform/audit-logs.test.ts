import type { AuditLogView } from '../../../api/platform/audit-logs.dto';
import { inTransaction } from '../../../shared/db/transaction';
import { PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

function record(scope: string, eventType: AuditEvent, entityType: AuditEntity, entityId = newId()): Promise<void> {
  return runInContext({ requestId: newId(), tenantId: scope, actor: null, ip: '203.0.113.7' }, async () =>
    inTransaction(() =>
      recordAudit(eventType, { entityType, entityId, changes: [{ field: 'status', before: 'Draft', after: 'Open' }] }),
    ),
  );
}

const list = (query: string, token = tenant.admin) => service().call('get', `/api/audit-logs?${query}`, token);

describe('reading the audit log', () => {
  let own: TestTenant;
  const cycleId = newId();
  beforeAll(async () => {
    own = await makeTenant();
    await record(own.id, 'cycle.created', AuditEntity.Cycle, cycleId);
    await record(own.id, 'cycle.status-changed', AuditEntity.Cycle, cycleId);
    await record(own.id, 'user.created', AuditEntity.User);
  });

  test('an entry shows who did what to which row, and nothing of the storage', async () => {
    const { body } = await list('eventType=cycle.status-changed', own.admin);
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        sequence: 2,
        eventType: 'cycle.status-changed',
        entityType: 'Cycle',
        entityId: cycleId,
        actorId: null,
        actorEmail: null,
        actorType: 'System',
        occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        ip: '203.0.113.7',
        userAgent: null,
        requestId: expect.any(String),
        changes: [{ field: 'status', before: 'Draft', after: 'Open' }],
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const entry = await service().call('get', `/api/audit-logs/${body.items[0].id}`, own.admin);
    expect([entry.status, entry.body]).toEqual([200, body.items[0]]);
  });

  test.each([
    ['', ['user.created', 'cycle.status-changed', 'cycle.created']],
    ['eventType=cycle', ['cycle.status-changed', 'cycle.created']],
    ['eventType=cycle.created', ['cycle.created']],
    ['entityType=User', ['user.created']],
    ['dateFrom=2020-01-01&dateTo=2020-12-31', []],
    ['dateFrom=2020-01-01', ['user.created', 'cycle.status-changed', 'cycle.created']],
    ['page=2&pageSize=2', ['cycle.created']],
    [`entityId=${cycleId}`, ['cycle.status-changed', 'cycle.created']],
    ['actorId=3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11', []],
    ['eventType=nothing', []],
    ['eventType=cycle.', []],
    ['entityType=Nothing', []],
    ['entityType=0', []],
    ['eventType=&entityType=', ['user.created', 'cycle.status-changed', 'cycle.created']],
    ['eventType=&entityType=User', ['user.created']],
  ])('filter "%s", newest first', async (query, expected) => {
    const { status, body } = await list(query, own.admin);
    expect([status, body.items.map((entry: { eventType: string }) => entry.eventType)]).toEqual([200, expected]);
  });

  test('dateFrom and dateTo of today include the whole day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`dateFrom=${today}&dateTo=${today}`, own.admin)).body.totalCount).toBe(3);
    const at = (await list('eventType=user.created', own.admin)).body.items[0].occurredAt;
    expect((await list(`eventType=user&dateFrom=${at}&dateTo=${at}`, own.admin)).body.totalCount).toBe(1);
  });

  test.each([
    ['dateFrom=yesterday', 'dateFrom'],
    ['dateFrom=2026-02-01&dateTo=2026-01-01', 'dateTo'],
    ['entityId=x', 'entityId'],
    ['pageSize=0', 'pageSize'],
  ])('"%s" is VALIDATION on %s', async (query, field) => {
    const { status, body } = await list(query, own.admin);
    expect([status, body.errorCode, body.validationErrors.map((error: { field: string }) => error.field)]).toEqual([
      400,
      'VALIDATION',
      [field],
    ]);
  });

  test('the export has the filtered entries as JSON lines, each as the detail shows it', async () => {
    const inTenant = await makeTenant();
    await runInContext({ requestId: newId(), tenantId: inTenant.id, actor: null, userAgent: 'two\nlines' }, async () =>
      inTransaction(() =>
        recordAudit('settings.updated', {
          entityType: AuditEntity.Settings,
          entityId: null,
          changes: [{ field: 'name', before: 'A, B', after: 'C' }],
        }),
      ),
    );
    await record(inTenant.id, 'cycle.created', AuditEntity.Cycle, cycleId);
    const exported = (query: string) => service().call('get', `/api/audit-logs/export?${query}`, inTenant.admin);
    const all = await exported('').buffer(true);
    expect(all.status).toBe(200);
    expect(all.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(all.headers['content-disposition']).toContain('audit-log.ndjson');
    const linesOf = (text: string): AuditLogView[] =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    const entries = linesOf(all.text);
    expect(entries.map(({ eventType }) => eventType)).toEqual(['cycle.created', 'settings.updated']);
    expect(entries[1]).toMatchObject({
      userAgent: 'two\nlines',
      changes: [{ field: 'name', before: 'A, B', after: 'C' }],
    });
    for (const entry of entries)
      expect((await service().call('get', `/api/audit-logs/${entry.id}`, inTenant.admin)).body).toEqual(entry);
    const narrowed = await exported('eventType=settings').buffer(true);
    expect(linesOf(narrowed.text)).toEqual([entries[1]]);
    expect((await exported('eventType=nothing').buffer(true)).text).toBe('');
  });

  test('HR managers and users are refused without body; another tenant sees nothing of it', async () => {
    for (const token of [own.hr, own.user])
      for (const path of ['/api/audit-logs', '/api/audit-logs/export', '/api/audit-logs/verify']) {
        const answer = await service().call('get', path, token);
        expect([answer.status, answer.text]).toEqual([403, '']);
      }
    const { id } = (await list('', own.admin)).body.items[0];
    expect((await service().call('get', `/api/audit-logs/${id}`, tenant.admin)).status).toBe(404);
    expect((await list(`entityId=${cycleId}`, tenant.admin)).body.totalCount).toBe(0);
  });

  test('a SystemAdmin reads a named organization’s log, and the platform’s own without one', async () => {
    const systemAdmin = await makeSystemAdmin();
    const planId = newId();
    await record(PLATFORM_SCOPE, 'plan.created', AuditEntity.Plan, planId);
    const named = await list('', systemAdmin).set('X-Tenant', own.slug);
    expect(named.body.totalCount).toBe(4); // with the entry of this very reading
    const platform = await list(`entityId=${planId}`, systemAdmin);
    expect([platform.status, platform.body.totalCount]).toEqual([200, 1]);
    expect((await service().call('get', '/api/audit-logs/verify', systemAdmin)).body.valid).toBe(true);
    expect((await list('', systemAdmin).set('X-Tenant', 'no-such-tenant')).status).toBe(400);
  });
});
