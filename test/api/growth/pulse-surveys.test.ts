import { NotificationModel } from '../../../shared/comms/notification.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeDepartment } from '../../factories/department';
import { makeEmployees } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { useService } from '../../support/service';
import { QUESTIONS, type SurveyCalls, surveyCalls, SURVEYS } from '../../support/survey-calls';

const service = useService();
let tenant: TestTenant;
let calls: SurveyCalls;
beforeEach(async () => {
  tenant = await makeTenant();
  calls = surveyCalls(service(), tenant);
});

describe('pulse surveys: drafts', () => {
  test('create answers 201 with the resource, Location and ETag; lists filter by status and name', async () => {
    const answer = await calls.create({ anonymityThreshold: 4 });
    expect([answer.status, answer.headers.location, answer.headers.etag]).toEqual([
      201,
      `${SURVEYS}/${answer.body.id}`,
      expect.stringMatching(/^"0-/),
    ]);
    expect(answer.body).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
      name: 'November pulse',
      description: null,
      status: 'Draft',
      questions: QUESTIONS.map((question) => ({ ...question, required: false })),
      departmentIds: [],
      departments: [],
      anonymityThreshold: 4,
      openedAt: null,
      closedAt: null,
      invited: null,
      responses: 0,
      participationRate: null,
      eNPS: null,
    });
    expect((await calls.get(`${SURVEYS}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await calls.get(`${SURVEYS}?status=Draft&search=NOVEMBER`)).body.items).toEqual([answer.body]);
    expect((await calls.get(`${SURVEYS}?status=1`)).body.totalCount).toBe(0);
    expect((await calls.get(`${SURVEYS}?status=Asked`)).body.validationErrors[0].field).toBe('status');
  });

  test('edit: absent stays, null clears to the tenant’s threshold, a stale If-Match is 412; delete is 204', async () => {
    const { id } = (await calls.create({ description: 'Monthly', anonymityThreshold: 9 })).body;
    const edited = await service()
      .call('put', `${SURVEYS}/${id}`, tenant.hr)
      .set('If-Match', '"0"')
      .send({ description: null, anonymityThreshold: null });
    expect([edited.status, edited.body.name, edited.body.description, edited.body.anonymityThreshold]).toEqual([
      200,
      'November pulse',
      null,
      5,
    ]);
    const stale = await service().call('put', `${SURVEYS}/${id}`, tenant.hr).set('If-Match', '"0"').send({ name: 'X' });
    expect(stale.status).toBe(412);
    expect((await service().call('delete', `${SURVEYS}/${id}`, tenant.hr)).status).toBe(204);
    expect((await calls.get(`${SURVEYS}/${id}`)).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank question', { questions: [{ text: ' ', type: 'Text' }] }, 'questions[0].text'],
    ['an unknown type', { questions: [{ text: 'A', type: 'Emoji' }] }, 'questions[0].type'],
    ['51 questions', { questions: Array.from({ length: 51 }, () => ({ text: 'A', type: 'Text' })) }, 'questions'],
    ['one question id twice', { questions: [QUESTIONS[0], QUESTIONS[0]] }, 'questions[1].id'],
    ['an unknown department', { departmentIds: [newId()] }, 'departmentIds[0]'],
    ['a threshold below 3', { anonymityThreshold: 2 }, 'anonymityThreshold'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await calls.create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test('who may: 401 without a token, 403 without a body for an ordinary user', async () => {
    const id = newId();
    const routes = [
      ['get', SURVEYS],
      ['post', SURVEYS],
      ['get', `${SURVEYS}/${id}`],
      ['put', `${SURVEYS}/${id}`],
      ['delete', `${SURVEYS}/${id}`],
      ['post', `${SURVEYS}/${id}/open`],
      ['post', `${SURVEYS}/${id}/close`],
      ['get', `${SURVEYS}/${id}/results`],
      ['get', `${SURVEYS}/${id}/comments`],
    ] as const;
    for (const [method, path] of routes) {
      const user = await service().call(method, path, tenant.user);
      expect([method, path, user.status, user.text]).toEqual([method, path, 403, '']);
      expect((await service().call(method, path)).status).toBe(401);
    }
    for (const [method, path] of [
      ['get', `${SURVEYS}/to-answer`],
      ['post', `${SURVEYS}/${id}/respond`],
    ] as const)
      expect((await service().call(method, path)).status).toBe(401);
  });
});

describe('pulse surveys: states', () => {
  test('Draft, Open, Closed: each step once, everything else is 409 and names the state', async () => {
    const [invited = ''] = await calls.people(1);
    const { id } = (await calls.create()).body;
    const step = (name: string) => calls.post(`${SURVEYS}/${id}/${name}`, tenant.hr);
    const change = () => service().call('put', `${SURVEYS}/${id}`, tenant.hr).send({ name: 'Other' });
    const remove = () => service().call('delete', `${SURVEYS}/${id}`, tenant.hr);
    const refused = async (
      answer: Promise<{ status: number; body: { errorCode: string; errorMessage: string } }>,
      state: string,
    ) => {
      const { status, body } = await answer;
      expect([status, body.errorCode]).toEqual([409, 'CONFLICT']);
      expect(body.errorMessage).toContain(state);
    };
    await refused(step('close'), 'Draft');
    const opened = await step('open');
    expect([opened.status, opened.body.status, opened.body.closedAt]).toEqual([200, 'Open', null]);
    expect(opened.body.openedAt).toMatch(/Z$/);
    for (const attempt of [() => step('open'), change, remove]) await refused(attempt(), 'Open');
    const closed = await step('close');
    expect([closed.status, closed.body.status]).toEqual([200, 'Closed']);
    for (const attempt of [() => step('open'), () => step('close'), change, remove]) await refused(attempt(), 'Closed');
    await refused(calls.answer(id, invited), 'Closed');
  });

  test('a survey that asks nothing does not open; two parallel openings give one', async () => {
    const { id } = (await calls.create({ questions: [] })).body;
    expect((await calls.post(`${SURVEYS}/${id}/open`, tenant.hr)).body.errorCode).toBe('CONFLICT');
    const other = (await calls.create()).body.id;
    const both = await Promise.all([1, 2].map(() => calls.post(`${SURVEYS}/${other}/open`, tenant.hr)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const jobs = await tenant.within(async () => JobModel.countDocuments({ type: 'growth.announce-survey' }));
    expect(jobs).toBe(1);
  });

  test('opening freezes the threshold, counts the Active audience, notifies it and is audited, as is closing', async () => {
    const sales = await tenant.within(() => makeDepartment('Sales'));
    const [ana, bea] = await tenant.within(() =>
      makeEmployees([
        { departmentId: sales },
        { departmentId: sales },
        { departmentId: sales, status: EmployeeStatus.OnLeave },
        {},
      ]),
    );
    await tenant.signedIn({ employeeId: ana?._id });
    await tenant.signedIn({ employeeId: bea?._id });
    const id = await calls.open({ departmentIds: [sales] });
    const raised = await service().call('put', '/api/tenant-settings', tenant.admin).send({ surveyThreshold: 50 });
    expect(raised.status).toBe(200);
    const { body } = await calls.get(`${SURVEYS}/${id}`);
    expect([body.invited, body.participationRate, body.anonymityThreshold, body.departments]).toEqual([
      2,
      0,
      5,
      ['Sales'],
    ]);
    await tenant.within(async () => {
      const job = await JobModel.findOne({ type: 'growth.announce-survey' }).lean();
      if (!job) throw new Error('no job');
      const ended = await endOf(job);
      expect([ended.status, ended.result]).toEqual(['Succeeded', { notified: 2 }]);
      const notifications = await NotificationModel.find({ type: 'survey-opened' }).lean();
      expect(notifications.map(({ link }) => link)).toEqual([`/surveys/${id}`, `/surveys/${id}`]);
    });
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const events = await tenant.within(async () =>
      AuditLogModel.find({ entityId: id, eventType: /^survey/ })
        .sort({ sequence: 1 })
        .lean(),
    );
    expect(events.map(({ eventType }) => eventType)).toEqual(['survey.opened', 'survey.closed']);
    expect(JSON.stringify(events)).not.toContain('salt');
  });
});
