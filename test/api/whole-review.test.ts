import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { newId } from '../../shared/kernel/ids';
import { makeSystemAdmin } from '../factories/tenant';
import { temporaryPasswordIn, useMailbox } from '../support/mailbox';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { readBytes } from '../support/read-bytes';
import { useService } from '../support/service';

// A whole review, played by a client that has nothing but docs/specification.md and the shapes of bodies in the OpenAPI document.

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService();
const mailbox = useMailbox();

type Body = Record<string, unknown>;
const SLUG = `acme-${newId().slice(0, 8)}`;
const ADMIN = { email: 'ana@acme.example', fullName: 'Ana Admin', password: 'Acme12345!' };
const HR = { email: 'hr@acme.example', fullName: 'Hugo Recursos', password: 'Welcome2Acme!' };
const NEW_PASSWORD = 'Password123!';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = [
  'firstname,lastname,email,employeecode,department,manager,jobprofile,hiredate',
  'Ana,Admin,ana@acme.example,E1,Sales,,Seller,2020-01-31',
  'Berta,Boss,berta@acme.example,E2,Sales,ana@acme.example,Seller,2020-02-29',
  'Carla,Castro,carla@acme.example,E3,Sales,berta@acme.example,Seller,',
  'Dan,Ruiz,dan@acme.example,E4,Sales,berta@acme.example,Seller,',
  'Eva,Ejido,eva@acme.example,E5,Sales,berta@acme.example,Seller,',
  'Fran,Gil,fran@acme.example,E6,Nowhere,nobody,Seller,',
  'Carla,Again,carla@acme.example,,,,,',
  'No,Email,,,,,,',
].join('\n');
/** What evaluators of a type give on the scale of 1 to 5. */
const SCORES: Record<EvaluatorType, number> = { Self: 4, Manager: 5, Peer: 3, DirectReport: 2, Stakeholder: 1 };
const WEIGHTS: Record<EvaluatorType, number> = {
  Self: 0.2,
  Manager: 0.5,
  Peer: 0.2,
  DirectReport: 0.05,
  Stakeholder: 0.05,
};
const REQUIRED_LEVEL = 5;

let platform: string;
let hr: string;
/** Access tokens of the employees, by first name. */
const tokens = new Map<string, string>();
/** Ids of what was made, by what it is. */
const ids: Record<string, string> = {};
let apiKey: string;

type Method = 'get' | 'post' | 'put' | 'delete';
const call = (method: Method, path: string, token: string | null, body: Body = {}) => {
  const request = service().call(method, path, token);
  return method === 'get' ? request : request.send(body);
};
async function done(method: Method, path: string, token: string | null, body: Body = {}) {
  const answer = await call(method, path, token, body);
  expect([method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([method, path, 'done']);
  return answer.body;
}
const refusal = async (method: Method, path: string, token: string | null, body: Body = {}) => {
  const answer = await call(method, path, token, body);
  return [answer.status, answer.body.errorCode];
};
const signIn = (email: string, password: string) =>
  done('post', '/api/auth/token', null, { email, password, tenantSlug: SLUG });
const dataset = async (name: string) =>
  (await service().call('get', `/api/v1/${name}`).set('X-Api-Key', apiKey).expect(200)).body;
const tokenOf = (name: string): string => tokens.get(name) ?? '';

/** Participants of the cycle, as HR reads them. */
const participants = async (): Promise<{ subject: string; evaluatorType: EvaluatorType; status: string }[]> =>
  (await done('get', `/api/evaluation-cycles/${ids.cycle}/participants?pageSize=200`, hr)).items;

/** The overall score of each subject by the sentences of docs/specification.md, "Scores". */
async function expectedScores(): Promise<Map<string, number>> {
  const rows = (await participants()).filter(({ status }) => status !== 'InProgress');
  return new Map(
    [...new Set(rows.map(({ subject }) => subject))].map((subject) => {
      const types = EVALUATOR_TYPES.filter((type) =>
        rows.some((row) => row.subject === subject && row.evaluatorType === type),
      );
      const weight = types.reduce((sum, type) => sum + WEIGHTS[type], 0);
      const score = types.reduce((sum, type) => sum + WEIGHTS[type] * SCORES[type], 0) / weight;
      return [subject, Math.round(score * 100) / 100];
    }),
  );
}

test('a SystemAdmin makes the organization, its first administrator and its plan', async () => {
  platform = await makeSystemAdmin();
  const { port } = mailbox.sink();
  await done('put', '/api/platform-settings/email', platform, {
    host: '127.0.0.1',
    port,
    fromAddress: 'hr@acme.example',
  });
  const tenant = await done('post', '/api/tenants', platform, { name: 'Acme', slug: SLUG, planId: null, admin: ADMIN });
  const plan = await done('post', '/api/plans', platform, {
    name: `Small ${SLUG}`,
    maxEmployees: 6,
    maxCyclesPerYear: 1,
  });
  await done('post', `/api/plans/assign/${tenant.id}`, platform, { planId: plan.id });
  await done('post', `/api/tenants/${tenant.id}/status/1`, platform);
  expect(await done('get', `/api/plans/usage/${tenant.id}`, platform)).toMatchObject({
    employees: { current: 0, max: 6 },
  });
  expect(await refusal('delete', `/api/plans/${plan.id}`, platform)).toEqual([409, 'CONFLICT']);
});

test('the administrator signs in and makes an HR manager', async () => {
  const session = await signIn(ADMIN.email, ADMIN.password);
  expect(session).toMatchObject({ expiresInSeconds: 3600, user: { email: ADMIN.email, fullName: ADMIN.fullName } });
  const refreshed = await done('post', '/api/auth/refresh', null, { refreshToken: session.refreshToken });
  tokens.set('Ana', refreshed.accessToken);
  await done('post', '/api/users-admin', tokenOf('Ana'), { ...HR, roles: ['HRManager'], employeeId: null });
  hr = (await signIn(HR.email, HR.password)).accessToken;
  expect(await refusal('get', '/api/users-admin', hr)).toEqual([403, undefined]);
});

test('HR describes what is required and what is asked', async () => {
  ids.department = (await done('post', '/api/departments', hr, { name: 'Sales' })).id;
  ids.competency = (await done('post', '/api/competencies', hr, { name: 'Listening' })).id;
  const requirements = [{ competencyId: ids.competency, requiredLevel: REQUIRED_LEVEL, isCritical: true }];
  ids.profile = (await done('post', '/api/job-profiles', hr, { name: 'Seller', requirements })).id;
  const items = [
    { text: 'Listens', competencyId: ids.competency, weight: null },
    { text: 'Can grow', measuresPotential: true, evaluatorTypes: ['Manager'] },
    { text: 'What else?', type: 'Text', required: false },
  ];
  const sections = [{ title: 'Work', items }];
  ids.template = (await done('post', '/api/evaluation-templates', hr, { name: 'Yearly', sections, scale: null })).id;
});

test('everyone is imported, the administrator too; the plan has room for six', async () => {
  const importing = async () =>
    (
      await service()
        .call('post', '/api/employees/import-csv', tokenOf('Ana')) // her own account is tied by an administrator alone
        .attach('file', Buffer.from(CSV), { filename: 'people.csv', contentType: 'text/csv' })
        .expect(200)
    ).body;
  const outcomes = (result: { rows: { outcome: string }[] }) => result.rows.map(({ outcome }) => outcome);
  const six = Array.from({ length: 6 }, () => 'created');
  expect(outcomes(await importing())).toEqual([...six, 'skipped', 'error']);
  expect(outcomes(await importing())).toEqual([...six.map(() => 'skipped'), 'skipped', 'error']);
  const seventh = { firstName: 'One', lastName: 'Too many', email: 'one@acme.example' };
  expect(await refusal('post', '/api/employees', hr, seventh)).toEqual([409, 'PLAN_LIMIT_EMPLOYEES']);
  const { items } = await done('get', '/api/employees?page=1&pageSize=50&status=Active', hr);
  for (const { id, firstName } of items) ids[firstName] = id;
  const moved = await done('put', `/api/employees/${ids.Fran}`, hr, {
    departmentId: ids.department,
    managerId: ids.Berta,
  });
  expect(moved).toMatchObject({ department: 'Sales', manager: 'Berta Boss', employeeCode: 'E6' });
});

test('invited employees get a temporary password by mail and choose their own', async () => {
  for (const name of ['Berta', 'Carla', 'Dan', 'Eva', 'Fran']) {
    const email = `${name.toLowerCase()}@acme.example`;
    await done('post', `/api/employees/${ids[name]}/invite`, hr);
    const currentPassword = temporaryPasswordIn(mailbox.mailsTo(email).at(-1));
    const { accessToken } = await signIn(email, currentPassword);
    expect(await refusal('get', '/api/my-evaluations', accessToken)).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    await done('post', '/api/my-profile/change-password', accessToken, { currentPassword, newPassword: NEW_PASSWORD });
    tokens.set(name, (await signIn(email, NEW_PASSWORD)).accessToken);
  }
});

test('a cycle with evaluations for everyone; a Draft is nobody’s task', async () => {
  const settings = { minPeers: 1, maxPeers: 2, preferSameDepartment: true, weights: null };
  const fields = { name: '2026', templateId: ids.template, startDate: '2026-01-01', endDate: null, settings };
  ids.cycle = (await done('post', '/api/evaluation-cycles', hr, fields)).id;
  expect(await refusal('post', '/api/evaluation-cycles', hr, { name: 'More' })).toEqual([409, 'PLAN_LIMIT_CYCLES']);
  const cycle = `/api/evaluation-cycles/${ids.cycle}`;
  expect(await done('post', `${cycle}/generate-evaluations`, hr)).toMatchObject({ evaluations: 6 });
  const { belowMinimum } = await done('post', `${cycle}/auto-assign-peers`, hr);
  expect(belowMinimum).toEqual([{ subjectId: ids.Berta, assigned: 0 }]); // all others are above or below her
  expect(await done('post', `${cycle}/auto-assign-direct-reports`, hr)).toMatchObject({ assigned: 5 });
  expect((await done('get', '/api/my-evaluations', tokenOf('Ana'))).items).toEqual([]);
  expect((await done('post', `${cycle}/status/1`, hr)).status).toBe('Open');
  expect((await done('get', '/api/my-evaluations', tokenOf('Ana'))).totalCount).toBeGreaterThan(1);
});

test('evaluators are written to and notified', async () => {
  expect(await done('post', `/api/email-triggers/cycle/${ids.cycle}/notify-opened`, hr)).toMatchObject({ sent: 6 });
  expect(await refusal('post', `/api/email-triggers/cycle/${ids.cycle}/results-published`, hr)).toEqual([
    409,
    'CONFLICT',
  ]);
  const unread = async () => (await done('get', '/api/notifications/unread-count', tokenOf('Carla'))).count;
  const before = await unread();
  const { items } = await done('get', '/api/notifications', tokenOf('Carla'));
  await done('post', `/api/notifications/${items[0].id}/mark-read`, tokenOf('Carla'));
  expect([before, await unread()]).toEqual([before, before - 1]);
});

test('everyone answers and submits, but for Fran’s own evaluation', async () => {
  for (const [name, token] of tokens) {
    const { items } = await done('get', '/api/my-evaluations?pageSize=200', token);
    for (const { id, evaluatorType } of items as { id: string; evaluatorType: EvaluatorType }[]) {
      const { template } = await done('get', `/api/my-evaluations/${id}`, token);
      const answers = template.sections[0].items.map((item: { id: string; type: string }) =>
        item.type === 'Rating'
          ? { itemId: item.id, score: SCORES[evaluatorType], notApplicable: null }
          : { itemId: item.id, comment: 'Keep going.' },
      );
      await done('post', `/api/my-evaluations/${id}/respond`, token, { answers, revision: null });
      if (name === 'Fran' && evaluatorType === EvaluatorType.Self) continue;
      expect((await done('post', `/api/my-evaluations/${id}/submit`, token)).status).toBe('Submitted');
      expect(await refusal('post', `/api/my-evaluations/${id}/respond`, token, { answers })).toEqual([409, 'CONFLICT']);
    }
  }
  expect(await done('post', `/api/email-triggers/cycle/${ids.cycle}/deadline-reminder`, hr)).toMatchObject({ sent: 1 });
});

test('closing calculates scores and gaps by the sentences of the specification', async () => {
  const closed = await done('post', `/api/evaluation-cycles/${ids.cycle}/status/3`, hr);
  expect([closed.status, closed.gaps.state]).toEqual(['Closed', 'Calculated']);
  const expected = await expectedScores();
  expect([expected.get('Carla Castro'), expected.get('Fran Gil')]).toEqual([4.33, 4.43]);
  const { items } = await done('get', `/api/evaluation-results?cycleId=${ids.cycle}`, hr);
  expect(new Map(items.map((row: { subject: string; overall: number }) => [row.subject, row.overall]))).toEqual(
    expected,
  );
  const complete = items.filter((row: Body) => row.complete).map((row: Body) => row.subject);
  expect(complete).not.toContain('Fran Gil');
  expect(complete).toHaveLength(5);
  const { items: gaps } = await done('get', `/api/gap-analysis?cycleId=${ids.cycle}`, hr);
  for (const gap of gaps) expect(gap.gapLevel).toBe(Math.ceil(REQUIRED_LEVEL - Number(expected.get(gap.employee))));
});

test('results are announced, and the subject acknowledges them', async () => {
  const { items } = await done('get', '/api/my-evaluations?pageSize=200', tokenOf('Carla'));
  const own = items.find(({ evaluatorType }: { evaluatorType: string }) => evaluatorType === 'Self');
  const acknowledge = `/api/my-evaluations/${own.id}/acknowledge`;
  expect(await refusal('post', acknowledge, tokenOf('Carla'))).toEqual([409, 'CONFLICT']);
  const announced = await done('post', `/api/email-triggers/cycle/${ids.cycle}/results-published`, hr);
  expect(announced).toMatchObject({ recipients: 6, sent: 6 });
  expect((await done('post', acknowledge, tokenOf('Carla'))).status).toBe('Acknowledged');
});

test('heatmap and nine-box', async () => {
  const expected = await expectedScores();
  const levels = [...expected.values()].map((score) => Math.ceil(REQUIRED_LEVEL - score));
  const heatmap = await done('get', `/api/gap-heatmap?cycleId=${ids.cycle}`, hr);
  expect(heatmap.rows).toMatchObject([{ requirement: 'Listening', isCritical: true, affected: levels.length }]);
  expect([...heatmap.rows[0].cells].sort()).toEqual([...levels].sort());
  const { boxes } = await done('get', `/api/nine-box?cycleId=${ids.cycle}`, hr);
  expect(boxes).toHaveLength(9);
  expect([boxes[0].label, boxes[8].label]).toEqual(['Riesgo', 'Estrella']);
  const names = boxes[8].employees.map(({ name }: { name: string }) => name).sort();
  expect(names).toEqual(['Berta Boss', 'Carla Castro', 'Dan Ruiz', 'Eva Ejido', 'Fran Gil']);
});

test.each([
  ['evaluation-results/export-pdf', () => ({ cycleId: ids.cycle, subjectId: ids.Carla }), 'application/pdf', '%PDF'],
  ['gap-heatmap/export-excel', () => ({ cycleId: ids.cycle, departmentId: null, jobProfileId: null }), XLSX, 'PK'],
  ['nine-box/export-excel', () => ({ departmentId: ids.department, jobProfileId: null }), XLSX, 'PK'],
])('POST /api/%s', async (path, body, contentType, start) => {
  const file = await call('post', `/api/${path}`, hr, body()).buffer(true).parse(readBytes);
  expect([file.status, file.headers['content-type']]).toEqual([200, contentType]);
  expect(file.body.subarray(0, start.length).toString()).toBe(start);
});

test('a BI tool reads the organization with its key', async () => {
  apiKey = (await done('post', '/api/integrations/api-keys', tokenOf('Ana'), { name: 'BI', expiresAt: null })).key;
  expect(await dataset('ping')).toMatchObject({ tenantSlug: SLUG });
  expect(await dataset('employees?page=1&pageSize=200')).toMatchObject({ totalCount: 6, page: 1, totalPages: 1 });
  expect(await dataset('cycles')).toMatchObject([{ id: ids.cycle, status: 'Closed' }]);
  expect([await dataset('goals'), await dataset('pulse-surveys')]).toEqual([[], []]);
  const expected = await expectedScores();
  const scores: Body[] = await dataset('datasets/scores');
  expect(new Map(scores.map(({ employee, effective }) => [employee, effective]))).toEqual(expected);
  const carla = scores.find(({ employee }) => employee === 'Carla Castro');
  expect(carla).toEqual({
    ...{ cycleId: ids.cycle, cycleName: '2026', employeeId: ids.Carla, employeeCode: 'E3', employee: 'Carla Castro' },
    ...{ email: 'carla@acme.example', department: 'Sales', jobProfile: 'Seller', overall: 4.33, calibrated: null },
    ...{ effective: 4.33, submitted: carla?.totalParticipants, totalParticipants: expect.any(Number), acknowledged: 1 },
  });
  const gap = (await dataset(`datasets/gaps?cycleId=${ids.cycle}`)).find((row: Body) => row.employeeId === ids.Carla);
  expect(gap).toEqual({
    ...{ cycleId: ids.cycle, cycleName: '2026', employeeId: ids.Carla, employee: 'Carla Castro', department: 'Sales' },
    ...{ requirement: 'Listening', isCritical: true, requiredLevel: 5, currentLevel: 4.33, gapLevel: 1, priority: 2 },
  });
  const box = (await dataset('datasets/nine-box')).find((row: Body) => row.employeeId === ids.Carla);
  expect(box).toEqual({
    ...{ cycleId: ids.cycle, cycleName: '2026', employeeId: ids.Carla, employee: 'Carla Castro', department: 'Sales' },
    ...{ email: 'carla@acme.example', jobProfile: 'Seller', performanceScore: 4.33, potentialScore: 5 },
    ...{ performanceLevel: 'High', potentialLevel: 'High', box: 8, boxLabel: 'Estrella', hasCareerPath: false },
  });
  const written = await service().call('post', '/api/v1/employees').set('X-Api-Key', apiKey).send({});
  expect(written.status).toBe(405);
});

test('the audit log tells what was done', async () => {
  const { items } = await done('get', '/api/audit-logs?eventType=&entityType=Cycle&pageSize=200', tokenOf('Ana'));
  expect(items.map(({ eventType }: { eventType: string }) => eventType)).toEqual(
    expect.arrayContaining([
      'cycle.created',
      'cycle.generated',
      'cycle.status-changed',
      'mail.sent',
      'results.published',
    ]),
  );
});

test('a suspended organization is refused at once', async () => {
  const { items } = await done('get', `/api/tenants?search=${SLUG}`, platform);
  await done('post', `/api/tenants/${items[0].id}/status/2`, platform);
  expect(await refusal('get', '/api/my-evaluations', tokenOf('Carla'))).toEqual([403, 'TENANT_SUSPENDED']);
  const credentials = { email: ADMIN.email, password: ADMIN.password, tenantSlug: SLUG };
  expect(await refusal('post', '/api/auth/token', null, credentials)).toEqual([403, 'TENANT_SUSPENDED']);
});
