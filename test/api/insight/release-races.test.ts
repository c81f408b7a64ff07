import { NotificationModel } from '../../../shared/comms/notification.model';
import { ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { AuditEvent } from '../../../shared/platform/audit/audit-events';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';

// What HR, the manager and a reopening do at the same moment.

const service = useService();
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
let tokens: Record<'subject' | 'manager', string>;

async function evaluated(status = CycleStatus.Closed): Promise<void> {
  tenant = await makeTenant();
  const manager = await makeEmployee(tenant);
  const employee = await makeEmployee(tenant, { managerId: manager._id });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status, settings: { release: ReleaseBy.Manager } },
    subjects: [
      {
        employee,
        evaluators: [
          { type: Self },
          { type: Manager, evaluatorId: manager._id },
          ...[1, 2, 3].map((rating) => ({ type: Peer, rating, comment: `peer words ${rating}` })),
        ],
      },
    ],
  });
  [cycleId, subjectId] = [cycle._id, employee._id];
  tokens = {
    subject: await tenant.signedIn({ employeeId: subjectId }),
    manager: await tenant.signedIn({ employeeId: manager._id }),
  };
}
beforeEach(() => evaluated());

const path = () => `/api/evaluation-results/${cycleId}/subjects/${subjectId}`;
const read = async (token: string) => service().call('get', path(), token);
const release = async (token = tokens.manager) => service().call('post', `${path()}/release`, token);
const publish = async () => service().call('post', `/api/evaluation-results/${cycleId}/publish`, tenant.hr);
const reopen = async () => service().call('post', `/api/evaluation-cycles/${cycleId}/status/InProgress`, tenant.hr);
const withhold = async (id: string, isWithheld = true) =>
  service().call('put', `${path()}/comments/${id}`, tenant.hr).send({ isWithheld, reason: 'It names a customer.' });
const entries = (eventType: AuditEvent) => tenant.within(() => AuditLogModel.countDocuments({ eventType }));

interface Comment {
  id: string;
  text: string;
}
async function comments(token: string): Promise<Comment[]> {
  const { body } = await read(token);
  return body.sections.flatMap(({ items }: { items: { comments: Comment[] }[] }) =>
    items.flatMap((item) => item.comments),
  );
}
const idsOf = async (text: string) =>
  (await comments(tenant.hr)).filter((comment) => comment.text === text).map(({ id }) => id);

test('a release against a reopening: the subject sees nothing afterwards, whichever came first', async () => {
  const [released, reopened] = await Promise.all([release(), reopen()]);
  expect(reopened.status).toBe(200);
  // After the reopening the manager sees no results, and so has none to release.
  expect([200, 404]).toContain(released.status);
  expect(await entries('results.released')).toBe(released.status === 200 ? 1 : 0);
  expect((await read(tokens.subject)).status).toBe(404);
});

test('a release against the publishing of all: both hold, and the release is recorded at most once', async () => {
  const [released, published] = await Promise.all([release(), publish()]);
  expect([released.status, published.status]).toEqual([200, 200]);
  const { body } = await read(tokens.subject);
  expect([body.resultsPublishedAt, body.releasedAt]).toEqual([
    published.body.resultsPublishedAt,
    released.body.releasedAt,
  ]);
  const recorded = await entries('results.released');
  expect(recorded).toBeLessThanOrEqual(1);
  const type = 'results-published';
  expect(await tenant.within(() => NotificationModel.countDocuments({ type }))).toBe(recorded);
});

test('two comments that are withheld at the same moment are both withheld, also while the manager releases', async () => {
  const [[first = ''], [second = '']] = [await idsOf('peer words 1'), await idsOf('peer words 2')];
  const answers = await Promise.all([withhold(first), withhold(second), release()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await entries('comment.withheld')).toBe(2);
  expect((await read(tokens.subject)).body.withheldComments).toBe(2);
});

test('what HR withholds is in the PDF of neither the subject nor the manager, and returns when HR shows it', async () => {
  const ids = await idsOf('peer words 2');
  for (const id of ids) await withhold(id);
  await release();
  const pdf = async (token: string): Promise<string> => {
    const exported = service().call('post', '/api/evaluation-results/export-pdf', token);
    return pdfText((await exported.send({ cycleId, subjectId }).buffer(true).parse(readBytes).expect(200)).body);
  };
  for (const token of [tokens.subject, tokens.manager]) {
    const text = await pdf(token);
    expect([text.includes('peer words 1'), text.includes('peer words 2')]).toEqual([true, false]);
  }
  for (const id of ids) expect((await withhold(id, false)).body).toEqual({ id, isWithheld: false });
  expect(await entries('comment.shown')).toBe(ids.length);
  expect((await read(tokens.manager)).body.withheldComments).toBe(0);
  expect(await pdf(tokens.manager)).toContain('peer words 2');
});

test.each([CycleStatus.Open, CycleStatus.InProgress])(
  'a cycle that is %s is released by no one: HR reads 409, the manager and the subject 404',
  async (status) => {
    await evaluated(status);
    const answers = await Promise.all([tenant.hr, tokens.manager, tokens.subject].map((token) => release(token)));
    expect(answers.map((answer) => answer.status)).toEqual([409, 404, 404]);
  },
);
