import { NotificationModel } from '../../../shared/comms/notification.model';
import { SurveyModel } from '../../../shared/growth/survey.model';
import {
  SurveyBallotModel,
  SurveyCommentModel,
  SurveyResponseModel,
} from '../../../shared/growth/survey-response.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { waitForJob } from '../../../shared/jobs/watch';
import { newId } from '../../../shared/kernel/ids';
import { DepartmentModel } from '../../../shared/people/department.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { AuditLogModel } from '../../../shared/platform/audit-log.model';
import { makeEmployee, makeEmployees } from '../../factories/employee';
import { makeClosedSurvey } from '../../factories/survey';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const PATH = '/api/pulse-surveys';
const [ENPS, RATING, TEXT] = [newId(), newId(), newId()];
const QUESTIONS = [
  { id: ENPS, text: 'Would you recommend us?', type: 'Enps' },
  { id: RATING, text: 'How is your workload?', type: 'Rating' },
  { id: TEXT, text: 'What should change?', type: 'Text' },
];

const post = (path: string, token: string | null, body: object = {}) => service().call('post', path, token).send(body);
const get = (path: string, token: string | null = tenant.hr) => service().call('get', path, token);
const create = (body: object = {}, token = tenant.hr) =>
  post(PATH, token, { name: 'Pulse of November', questions: QUESTIONS, ...body });

async function openSurvey(body: object = {}): Promise<string> {
  const { id } = (await create(body)).body;
  expect((await post(`${PATH}/${id}/open`, tenant.hr)).status).toBe(200);
  return id;
}

const department = (name: string): Promise<string> =>
  tenant.within(async () => (await DepartmentModel.create({ name, searchText: name.toLowerCase() }))._id);

async function people(count: number, departmentId: string | null = null): Promise<string[]> {
  const employees = await tenant.within(() => makeEmployees(Array.from({ length: count }, () => ({ departmentId }))));
  return Promise.all(employees.map(({ _id }) => tenant.signedIn({ employeeId: _id })));
}

const answerAll = (id: string, token: string, score = 9, text?: string) =>
  post(`${PATH}/${id}/respond`, token, {
    answers: [
      { questionId: ENPS, score },
      { questionId: RATING, score: 4 },
      ...(text === undefined ? [] : [{ questionId: TEXT, text }]),
    ],
  });

describe('pulse surveys: drafts (decisions 5 and 7)', () => {
  test('create answers 201 with the resource, Location and ETag; lists filter by status and name', async () => {
    const answer = await create({ anonymityThreshold: 4 });
    expect([answer.status, answer.headers.location, answer.headers.etag]).toEqual([
      201,
      `${PATH}/${answer.body.id}`,
      '"0"',
    ]);
    expect(answer.body).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
      name: 'Pulse of November',
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
    expect((await get(`${PATH}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await get(`${PATH}?status=Draft&search=NOVEMBER`)).body.items).toEqual([answer.body]);
    expect((await get(`${PATH}?status=1`)).body.totalCount).toBe(0);
    expect((await get(`${PATH}?status=Asked`)).body.validationErrors[0].field).toBe('status');
  });

  test('edit: absent stays, null clears to the tenant’s threshold, a stale If-Match is 412; delete is 204', async () => {
    const { id } = (await create({ description: 'Monthly', anonymityThreshold: 9 })).body;
    const edited = await service()
      .call('put', `${PATH}/${id}`, tenant.hr)
      .set('If-Match', '"0"')
      .send({ description: null, anonymityThreshold: null });
    expect([edited.status, edited.body.name, edited.body.description, edited.body.anonymityThreshold]).toEqual([
      200,
      'Pulse of November',
      null,
      5,
    ]);
    const stale = await service().call('put', `${PATH}/${id}`, tenant.hr).set('If-Match', '"0"').send({ name: 'X' });
    expect(stale.status).toBe(412);
    expect((await service().call('delete', `${PATH}/${id}`, tenant.hr)).status).toBe(204);
    expect((await get(`${PATH}/${id}`)).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank question', { questions: [{ text: ' ', type: 'Text' }] }, 'questions[0].text'],
    ['an unknown type', { questions: [{ text: 'A', type: 'Emoji' }] }, 'questions[0].type'],
    ['51 questions', { questions: Array.from({ length: 51 }, () => ({ text: 'A', type: 'Text' })) }, 'questions'],
    ['one question id twice', { questions: [QUESTIONS[0], QUESTIONS[0]] }, 'questions[1].id'],
    ['an unknown department', { departmentIds: [newId()] }, 'departmentIds[0]'],
    ['a threshold below 3', { anonymityThreshold: 2 }, 'anonymityThreshold'],
  ])('bad input: %s is 400 VALIDATION on the field (spec 7)', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((one: { field: string }) => one.field)).toContain(field);
  });

  test('who may: 401 without a token, 403 without a body for an ordinary user (decisions 4)', async () => {
    const id = newId();
    const routes = [
      ['get', PATH],
      ['post', PATH],
      ['get', `${PATH}/${id}`],
      ['put', `${PATH}/${id}`],
      ['delete', `${PATH}/${id}`],
      ['post', `${PATH}/${id}/open`],
      ['post', `${PATH}/${id}/close`],
      ['get', `${PATH}/${id}/results`],
      ['get', `${PATH}/${id}/comments`],
    ] as const;
    for (const [method, path] of routes) {
      const user = await service().call(method, path, tenant.user);
      expect([method, path, user.status, user.text]).toEqual([method, path, 403, '']);
      expect((await service().call(method, path)).status).toBe(401);
    }
    for (const [method, path] of [
      ['get', `${PATH}/to-answer`],
      ['post', `${PATH}/${id}/respond`],
    ] as const)
      expect((await service().call(method, path)).status).toBe(401);
  });
});

describe('pulse surveys: states (issue 5, "Bad input")', () => {
  test('Draft, Open, Closed: each step once, everything else is 409 and names the state', async () => {
    const { id } = (await create()).body;
    const step = (name: string) => post(`${PATH}/${id}/${name}`, tenant.hr);
    const change = () => service().call('put', `${PATH}/${id}`, tenant.hr).send({ name: 'Other' });
    const remove = () => service().call('delete', `${PATH}/${id}`, tenant.hr);
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
    await refused(answerAll(id, tenant.user), 'Closed');
  });

  test('a survey that asks nothing does not open; two parallel openings give one', async () => {
    const { id } = (await create({ questions: [] })).body;
    expect((await post(`${PATH}/${id}/open`, tenant.hr)).body.errorCode).toBe('CONFLICT');
    const other = (await create()).body.id;
    const both = await Promise.all([1, 2].map(() => post(`${PATH}/${other}/open`, tenant.hr)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const jobs = await tenant.within(async () => JobModel.countDocuments({ type: 'growth.announce-survey' }));
    expect(jobs).toBe(1);
  });

  test('opening freezes the threshold, counts the Active audience, notifies it and is audited, as is closing', async () => {
    const sales = await department('Sales');
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
    const id = await openSurvey({ departmentIds: [sales] });
    const raised = await service().call('put', '/api/tenant-settings', tenant.admin).send({ surveyThreshold: 50 });
    expect(raised.status).toBe(200);
    const { body } = await get(`${PATH}/${id}`);
    expect([body.invited, body.participationRate, body.anonymityThreshold, body.departments]).toEqual([
      2,
      0,
      5,
      ['Sales'],
    ]);
    await tenant.within(async () => {
      const job = await JobModel.findOne({ type: 'growth.announce-survey' }).lean();
      if (!job) throw new Error('no job');
      const ended = await waitForJob(job, 20);
      expect([ended.status, ended.result]).toEqual(['Succeeded', { notified: 2 }]);
      const told = await NotificationModel.find({ type: 'survey-opened' }).lean();
      expect(told.map(({ link }) => link)).toEqual([`/pulse-surveys/${id}`, `/pulse-surveys/${id}`]);
    });
    await post(`${PATH}/${id}/close`, tenant.hr);
    const events = await tenant.within(async () => AuditLogModel.find({ entityId: id }).sort({ sequence: 1 }).lean());
    expect(events.map(({ eventType }) => eventType)).toEqual(['survey.opened', 'survey.closed']);
    expect(JSON.stringify(events)).not.toContain('salt');
  });
});

describe('pulse surveys: answering once (decisions 6, "Anonymity")', () => {
  test('who is asked finds the survey under to-answer until they answer; a second answer is 409', async () => {
    const sales = await department('Sales');
    const [seller = ''] = await people(1, sales);
    const [other = ''] = await people(1);
    const id = await openSurvey({ departmentIds: [sales] });
    const found = await get(`${PATH}/to-answer`, seller);
    expect(found.body).toMatchObject({
      totalCount: 1,
      items: [{ id, name: 'Pulse of November', anonymityThreshold: 5 }],
    });
    expect(found.body.items[0].questions).toHaveLength(3);
    expect((await get(`${PATH}/to-answer`, other)).body.totalCount).toBe(0);
    const refused = await answerAll(id, other);
    expect([refused.status, refused.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    const accepted = await answerAll(id, seller);
    expect([accepted.status, accepted.body]).toEqual([200, { surveyId: id, accepted: true }]);
    expect((await get(`${PATH}/to-answer`, seller)).body.totalCount).toBe(0);
    const second = await answerAll(id, seller, 1);
    expect([second.status, second.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await get(`${PATH}/${id}`)).body).toMatchObject({
      responses: 1,
      invited: 1,
      participationRate: 1,
      eNPS: null,
    });
  });

  test('ten attempts of one person in parallel leave one answer', async () => {
    const [token = ''] = await people(1);
    const id = await openSurvey();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => answerAll(id, token)));
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await get(`${PATH}/${id}`)).body.responses).toBe(1);
  });

  test('twenty people who answer at once are all counted, and closing in between loses and adds none', async () => {
    const tokens = await people(20);
    const id = await openSurvey();
    const first = await Promise.all(tokens.slice(0, 10).map((token) => answerAll(id, token)));
    expect(first.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [closed, ...late] = await Promise.all([
      post(`${PATH}/${id}/close`, tenant.hr),
      ...tokens.slice(10).map((token) => answerAll(id, token)),
    ]);
    expect(closed?.status).toBe(200);
    const accepted = 10 + late.filter(({ status }) => status === 200).length;
    expect(late.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { body } = await get(`${PATH}/${id}/results`);
    expect([body.responses, body.questions[0].answers, body.questions[0].promoters]).toEqual([
      accepted,
      accepted,
      accepted,
    ]);
  });

  test('an account without an employee answers what everybody is asked; a platform account does not', async () => {
    const id = await openSurvey();
    expect((await answerAll(id, tenant.user)).status).toBe(200);
    expect((await answerAll(id, tenant.user)).status).toBe(409);
    const root = await makeSystemAdmin();
    const foreign = await answerAll(id, root).set('X-Tenant', tenant.slug);
    expect(foreign.status).toBe(404);
  });

  test('who is not Active is not asked', async () => {
    const employee = await tenant.within(() => makeEmployee({ status: EmployeeStatus.OnLeave }));
    const token = await tenant.signedIn({ employeeId: employee._id });
    const id = await openSurvey();
    expect((await get(`${PATH}/to-answer`, token)).body.items).toEqual([]);
    expect((await answerAll(id, token)).status).toBe(404);
  });

  test.each<[string, unknown, string]>([
    ['no answers', [], 'answers'],
    ['an unknown question', [{ questionId: newId(), score: 1 }], 'answers[0].questionId'],
    ['Enps of 11', [{ questionId: ENPS, score: 11 }], 'answers[0].score'],
    ['Rating of 0', [{ questionId: RATING, score: 0 }], 'answers[0].score'],
    ['Rating of 6', [{ questionId: RATING, score: 6 }], 'answers[0].score'],
    ['half a point', [{ questionId: RATING, score: 3.5 }], 'answers[0].score'],
    ['a score as text', [{ questionId: RATING, score: '3' }], 'answers[0].score'],
    ['words of 4,001 characters', [{ questionId: TEXT, text: 'x'.repeat(4_001) }], 'answers[0].text'],
    [
      'a question twice',
      [
        { questionId: ENPS, score: 1 },
        { questionId: ENPS, score: 2 },
      ],
      'answers[1].questionId',
    ],
    ['only blanks', [{ questionId: TEXT, text: '  ' }], 'answers'],
  ])('bad input: %s is 400 VALIDATION on the field (issue 5)', async (_case, answers, field) => {
    const id = await openSurvey();
    const answer = await post(`${PATH}/${id}/respond`, tenant.user, { answers });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((one: { field: string }) => one.field)).toContain(field);
    expect((await get(`${PATH}/${id}`)).body.responses).toBe(0);
  });

  test('nothing that is stored of an answer names who gave it or when', async () => {
    const employee = await tenant.within(() => makeEmployee());
    const token = await tenant.signedIn({ employeeId: employee._id });
    const id = await openSurvey();
    const before = await tenant.within(async () => ({
      audited: await AuditLogModel.countDocuments(),
      changedAt: (await SurveyModel.findById(id).lean())?.updatedAt,
    }));
    expect((await answerAll(id, token, 3, 'Less noise')).status).toBe(200);
    await tenant.within(async () => {
      const survey = await SurveyModel.findById(id).lean();
      const ballots = await SurveyBallotModel.find().lean();
      const responses = await SurveyResponseModel.find().lean();
      const comments = await SurveyCommentModel.find().lean();
      expect([ballots.length, responses.length, comments.length]).toEqual([1, 1, 1]);
      const stored = JSON.stringify([ballots, responses, comments]);
      expect(stored).not.toContain(employee._id);
      for (const row of [...ballots, ...responses, ...comments])
        expect([row.createdAt, row.updatedAt]).toEqual([survey?.openedAt, survey?.openedAt]);
      expect(Object.keys(ballots[0] ?? {}).sort()).toEqual([
        '_id',
        'createdAt',
        'fingerprint',
        'revision',
        'surveyId',
        'tenantId',
        'updatedAt',
      ]);
      expect(Object.keys(responses[0] ?? {})).not.toContain('fingerprint');
      expect(survey?.updatedAt).toEqual(before.changedAt);
      expect(await AuditLogModel.countDocuments()).toBe(before.audited);
    });
    await post(`${PATH}/${id}/close`, tenant.hr);
    const salt = await tenant.within(async () => (await SurveyModel.findById(id).lean())?.salt);
    expect(salt).toBeNull();
  });
});

describe('pulse surveys: results (decisions 6, "Anonymity")', () => {
  test('nothing is shown before closing, whatever the number of answers', async () => {
    const tokens = await people(6);
    const id = await openSurvey();
    for (const token of tokens) await answerAll(id, token, 10, 'Good');
    const { status, body } = await get(`${PATH}/${id}/results?by=department`);
    expect([status, body.suppressed, body.suppressionReason, body.eNPS, body.segments]).toEqual([
      200,
      true,
      'NotClosed',
      null,
      null,
    ]);
    expect(body.questions).toHaveLength(3);
    for (const question of body.questions)
      expect(question).toMatchObject({ suppressed: true, answers: null, comments: null });
    expect((await get(`${PATH}/${id}/comments`)).body.items).toEqual([]);
  });

  test('one answer below the threshold: suppressed with nulls, per question too', async () => {
    const tokens = await people(4);
    const id = await openSurvey();
    for (const token of tokens) await answerAll(id, token, 10, 'Good');
    await post(`${PATH}/${id}/close`, tenant.hr);
    const { status, body } = await get(`${PATH}/${id}/results?by=department`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      suppressed: true,
      suppressionReason: 'BelowThreshold',
      eNPS: null,
      responses: 4,
      segments: null,
    });
    for (const question of body.questions)
      expect(question).toMatchObject({
        suppressed: true,
        answers: null,
        mean: null,
        eNPS: null,
        promoters: null,
        passives: null,
        detractors: null,
        distribution: null,
        comments: null,
      });
    expect((await get(`${PATH}/${id}`)).body.eNPS).toBeNull();
    expect((await get(`${PATH}/${id}/comments`)).body.items).toEqual([]);
  });

  test('at the threshold: eNPS, mean and distribution by hand; words below it stay hidden', async () => {
    const tokens = await people(5);
    const id = await openSurvey();
    for (const [at, score] of [10, 9, 9, 7, 0].entries())
      await answerAll(id, tokens[at] ?? '', score, at < 4 ? `comment ${at}` : undefined);
    await post(`${PATH}/${id}/close`, tenant.hr);
    const { body } = await get(`${PATH}/${id}/results`);
    expect(body).toMatchObject({
      suppressed: false,
      suppressionReason: null,
      eNPS: 40,
      invited: 5,
      responses: 5,
      participationRate: 1,
      segments: null,
    });
    expect(body.questions[0]).toMatchObject({ answers: 5, promoters: 3, passives: 1, detractors: 1, eNPS: 40 });
    expect(body.questions[1]).toMatchObject({
      answers: 5,
      mean: 4,
      distribution: [1, 2, 3, 4, 5].map((score) => ({ score, count: score === 4 ? 5 : 0 })),
    });
    expect(body.questions[2]).toMatchObject({ suppressed: true, answers: null, comments: null });
    expect((await get(`${PATH}/${id}`)).body.eNPS).toBe(40);
  });

  test('words are shown from the threshold on, without department, in an order that is not that of the answers', async () => {
    const tokens = await people(8);
    const id = await openSurvey();
    const texts = tokens.map((_token, at) => `comment ${at}`);
    for (const [at, token] of tokens.entries()) await answerAll(id, token, 8, texts[at]);
    await post(`${PATH}/${id}/close`, tenant.hr);
    const { body } = await get(`${PATH}/${id}/results?by=department`);
    expect([...body.questions[2].comments].sort()).toEqual(texts);
    const ids = await tenant.within(async () => SurveyCommentModel.find().sort({ _id: 1 }).lean());
    expect(body.questions[2].comments).toEqual(ids.map(({ text }) => text));
    expect(JSON.stringify(body.segments)).not.toContain('comment');
    const page = await get(`${PATH}/${id}/comments?questionId=${TEXT}&pageSize=3`);
    expect([page.body.items.length, page.body.totalCount, Object.keys(page.body.items[0])]).toEqual([
      3,
      8,
      ['questionId', 'text'],
    ]);
    expect((await get(`${PATH}/${id}/comments?questionId=${ENPS}`)).body.validationErrors[0].field).toBe('questionId');
  });

  test('by department: a small one is hidden, and so is the smallest of the others, which would reveal it', async () => {
    const [small, middle, large] = [await department('Art'), await department('Build'), await department('Care')];
    const scores = (departmentId: string, ...list: number[]) => list.map((score) => ({ departmentId, score }));
    const id = await tenant.within(() =>
      makeClosedSurvey([
        ...scores(small, 0, 0),
        ...scores(middle, 9, 9, 9, 9, 9),
        ...scores(large, 10, 10, 10, 10, 10, 7, 7),
      ]),
    );
    const { body } = await get(`${PATH}/${id}/results?by=department`);
    expect(body.eNPS).toBe(57); // (10 - 2) / 14
    expect(
      body.segments.map((one: Record<string, unknown>) => [one.department, one.suppressed, one.responses, one.eNPS]),
    ).toEqual([
      ['Art', true, null, null],
      ['Build', true, null, null],
      ['Care', false, 7, 71],
    ]);
    expect(body.segments[0].questions[0]).toMatchObject({ suppressed: true, answers: null, distribution: null });
    const unknown = await get(`${PATH}/${id}/results?by=manager`);
    expect([unknown.status, unknown.body.validationErrors[0].field]).toEqual([400, 'by']);
  });
});
