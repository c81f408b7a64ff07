import { NotificationModel } from '../../../shared/comms/notification.model';
import { ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { PublishedResultsModel } from '../../../shared/evaluation/disclosure/published-results.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';

// Managers release one subject after the other, after HR has withheld what must not be read.

const service = useService();
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let cycleId: string;
let ana: string;
let ben: string;
let tokens: Record<'ana' | 'ben' | 'manager' | 'other', string>;
beforeAll(async () => {
  tenant = await makeTenant();
  const manager = await makeEmployee(tenant);
  const employees = [
    await makeEmployee(tenant, { firstName: 'Ana', managerId: manager._id }),
    await makeEmployee(tenant, { firstName: 'Ben', managerId: manager._id }),
  ];
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { settings: { release: ReleaseBy.Manager } },
    subjects: employees.map((employee) => ({
      employee,
      evaluators: [
        { type: Self, rating: 4 },
        { type: Manager, rating: 5, evaluatorId: manager._id, comment: 'from the manager' },
        ...[1, 2, 3].map((rating) => ({ type: Peer, rating, comment: `peer words ${rating}` })),
      ],
    })),
  });
  cycleId = made.cycle._id;
  [ana, ben] = [employees[0]!._id, employees[1]!._id];
  tokens = {
    ana: await tenant.signedIn({ employeeId: ana }),
    ben: await tenant.signedIn({ employeeId: ben }),
    manager: await tenant.signedIn({ employeeId: manager._id }),
    other: await tenant.signedIn({ employeeId: (await makeEmployee(tenant))._id }),
  };
});

const path = (subjectId: string) => `/api/evaluation-results/${cycleId}/subjects/${subjectId}`;
const read = (subjectId: string, token: string) => service().call('get', path(subjectId), token);
const release = (subjectId: string, token: string) => service().call('post', `${path(subjectId)}/release`, token);
const comments = (body: {
  sections: { items: { comments: { id: string; text: string; isWithheld?: boolean }[] }[] }[];
}) => body.sections.flatMap(({ items }) => items.flatMap((item) => item.comments));

test('HR withholds a comment at its item: viewers and every PDF lack it, and read how many', async () => {
  const all = comments((await read(ana, tenant.hr)).body);
  expect(all.map(({ isWithheld }) => isWithheld)).toEqual(all.map(() => false));
  const target = all.find(({ text }) => text === 'peer words 2')!;
  const put = (body: object, id = target.id, token = tenant.hr) =>
    service()
      .call('put', `${path(ana)}/comments/${id}`, token)
      .send(body);
  const withheld = { isWithheld: true, reason: 'It names a customer.' };
  expect((await put({ isWithheld: true, reason: 'short' })).status).toBe(400);
  expect((await put(withheld, target.id, tokens.manager)).status).toBe(403);
  expect((await put(withheld, cycleId)).status).toBe(404);
  expect((await put(withheld)).body).toEqual({ id: target.id, isWithheld: true });
  expect((await put(withheld)).status).toBe(200); // again: no second entry below

  const seen = (await read(ana, tokens.manager)).body;
  expect(seen.withheldComments).toBe(1);
  const shown = comments(seen);
  expect(shown).toHaveLength(all.length - 1);
  expect(shown.every((comment) => comment.isWithheld === undefined)).toBe(true);
  expect(shown.some(({ id }) => all.some((comment) => comment.id === id))).toBe(false); // ids of viewers follow a secret
  const hr = (await read(ana, tenant.hr)).body;
  expect([hr.withheldComments, comments(hr).filter(({ isWithheld }) => isWithheld).length]).toEqual([1, 1]);
  const entries = await tenant.within(() => AuditLogModel.countDocuments({ eventType: 'comment.withheld' }));
  expect(entries).toBe(1);

  const exported = service().call('post', '/api/evaluation-results/export-pdf', tenant.hr);
  const { body: pdf } = await exported.send({ cycleId, subjectId: ana }).buffer(true).parse(readBytes);
  const text = pdfText(pdf);
  const same = all.filter((comment) => comment.text === target.text);
  expect(text.split(target.text).length - 1).toBe(same.length - 1);
  expect(text).toContain('Comments that HR withholds: 1.');
});

test('the manager releases one subject, who is notified and sees the results; all others are not released', async () => {
  expect((await read(ana, tokens.ana)).status).toBe(404);
  expect((await read(ana, tokens.manager)).body).toMatchObject({ release: 'Manager', releasedAt: null });
  for (const token of [tokens.ana, tokens.ben, tokens.other]) expect((await release(ana, token)).status).toBe(404);
  const [first, second] = await Promise.all([release(ana, tokens.manager), release(ana, tenant.hr)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  const { releasedAt } = first.body;

  expect((await read(ana, tokens.ana)).body).toMatchObject({
    releasedAt,
    resultsPublishedAt: null,
    withheldComments: 1,
  });
  expect((await read(ben, tokens.ben)).status).toBe(404);
  const mine = async (token: string) => (await service().call('get', '/api/my-results', token)).body.items;
  expect(await mine(tokens.ana)).toEqual([expect.objectContaining({ cycleId, releasedAt, resultsPublishedAt: null })]);
  expect(await mine(tokens.ben)).toEqual([]);
  const dashboard = async (token: string) => (await service().call('get', '/api/my-dashboard', token)).body.results;
  expect((await dashboard(tokens.ana)).result.releasedAt).toBe(releasedAt);
  expect(await dashboard(tokens.ben)).toBeNull();
  const team = (await service().call('get', '/api/dashboards/manager', tokens.manager)).body;
  expect(team.cycle.release).toBe('Manager');
  expect(team.reports.map((report: { result: { releasedAt: string } }) => report.result.releasedAt)).toEqual([
    releasedAt,
    null,
  ]);
  const stored = await tenant.within(async () => ({
    entries: await AuditLogModel.countDocuments({ eventType: 'results.released', entityId: ana }),
    notifications: await NotificationModel.countDocuments({ type: 'results-published' }),
    kept: await PublishedResultsModel.distinct('since', { cycleId, subjectId: ana }),
  }));
  expect(stored).toMatchObject({ entries: 1, notifications: 1 });
  expect(new Date(stored.kept[0]!).toISOString().slice(0, 19)).toBe(releasedAt.slice(0, 19));

  const self = (await mine(tokens.ana))[0].selfEvaluation.id;
  expect((await service().call('post', `/api/my-evaluations/${self}/acknowledge`, tokens.ana)).status).toBe(200);
});

test('the announcement goes to released subjects and publishes nothing; publishing releases all others', async () => {
  const preview = await service().call(
    'get',
    `/api/email-triggers/cycle/${cycleId}/preview?kind=results-published`,
    tenant.hr,
  );
  expect(preview.body.recipients).toBe(1);
  await service().call('post', `/api/email-triggers/cycle/${cycleId}/results-published`, tenant.hr).expect(200);
  expect((await read(ben, tokens.ben)).status).toBe(404);
  const before = (await read(ana, tokens.ana)).body.releasedAt;
  await service().call('post', `/api/evaluation-results/${cycleId}/publish`, tenant.hr).expect(200);
  expect((await read(ben, tokens.ben)).body.releasedAt).not.toBeNull();
  expect((await read(ana, tokens.ana)).body.releasedAt).toBe(before);
  const status = (name: string) =>
    service().call('post', `/api/evaluation-cycles/${cycleId}/status/${name}`, tenant.hr).expect(200);
  await status('InProgress');
  await status('Closed');
  // The reopening withdrew both; the manager sees the results again at once.
  expect((await read(ana, tokens.ana)).status).toBe(404);
  expect((await read(ana, tokens.manager)).status).toBe(200);
  const settings = { settings: { release: 'HR' } };
  await service().call('put', `/api/evaluation-cycles/${cycleId}`, tenant.hr).send(settings).expect(200);
  expect((await release(ana, tenant.hr)).body.errorCode).toBe('CONFLICT');
});
