import { SurveyInvitationModel } from '../../../shared/growth/pulse-surveys/survey-invitation.model';
import {
  SurveyBallotModel,
  SurveyCommentModel,
  SurveyResponseModel,
} from '../../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeDepartment } from '../../factories/department';
import { makeEmployee, makeEmployees } from '../../factories/employee';
import { makeClosedSurvey } from '../../factories/survey';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { ENPS, RATING, type SurveyCalls, surveyCalls, SURVEYS, TEXT } from '../../support/survey-calls';

const service = useService({ worker: false });
let tenant: TestTenant;
let calls: SurveyCalls;
beforeEach(async () => {
  tenant = await makeTenant();
  calls = surveyCalls(service(), tenant);
});

describe('pulse surveys: answering once', () => {
  test('who is asked finds the survey under to-answer until they answer; a second answer is 409', async () => {
    const sales = await tenant.within(() => makeDepartment('Sales'));
    const [seller = ''] = await calls.people(1, sales);
    const [other = ''] = await calls.people(1);
    const id = await calls.open({ departmentIds: [sales] });
    const found = await calls.get(`${SURVEYS}/to-answer`, seller);
    expect(found.body).toMatchObject({
      totalCount: 1,
      items: [{ id, name: 'November pulse', anonymityThreshold: 5 }],
    });
    expect(found.body.items[0].questions).toHaveLength(3);
    expect((await calls.get(`${SURVEYS}/to-answer`, other)).body.totalCount).toBe(0);
    const form = (token: string) => calls.get(`${SURVEYS}/${id}/to-answer`, token);
    expect((await form(seller)).body).toMatchObject({ ...found.body.items[0], status: 'Open', answered: false });
    expect((await form(other)).status).toBe(404);
    const refused = await calls.answer(id, other);
    expect([refused.status, refused.text]).toEqual([403, '']);
    const accepted = await calls.answer(id, seller);
    expect([accepted.status, accepted.body]).toEqual([200, { surveyId: id, accepted: true }]);
    expect((await calls.get(`${SURVEYS}/to-answer`, seller)).body.totalCount).toBe(0);
    expect((await form(seller)).body.answered).toBe(true);
    const second = await calls.answer(id, seller, 1);
    expect([second.status, second.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await calls.get(`${SURVEYS}/${id}`)).body).toMatchObject({
      responses: 1,
      invited: 1,
      participationRate: 1,
      eNPS: null,
    });
  });

  test('ten attempts of one person in parallel leave one answer', async () => {
    const [token = ''] = await calls.people(1);
    const id = await calls.open();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => calls.answer(id, token)));
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await calls.get(`${SURVEYS}/${id}`)).body.responses).toBe(1);
  });

  test('twenty people who answer at once are all counted, and closing in between loses and adds none', async () => {
    const tokens = await calls.people(20);
    const id = await calls.open();
    const first = await Promise.all(tokens.slice(0, 10).map((token) => calls.answer(id, token)));
    expect(first.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [closed, ...late] = await Promise.all([
      calls.post(`${SURVEYS}/${id}/close`, tenant.hr),
      ...tokens.slice(10).map((token) => calls.answer(id, token)),
    ]);
    expect(closed?.status).toBe(200);
    const accepted = 10 + late.filter(({ status }) => status === 200).length;
    expect(late.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { body } = await calls.get(`${SURVEYS}/${id}/results`);
    expect([body.responses, body.questions[0].answers, body.questions[0].promoters]).toEqual([
      accepted,
      accepted,
      accepted,
    ]);
  });

  test('accounts without an employee, of those who joined later, and of the platform have no vote', async () => {
    const [seller = ''] = await calls.people(1);
    const id = await calls.open();
    const [late = ''] = await calls.people(1);
    const root = await makeSystemAdmin();
    for (const token of [tenant.user, tenant.hr, tenant.admin, late]) {
      const refused = await calls.answer(id, token);
      expect([refused.status, refused.text]).toEqual([403, '']);
      expect((await calls.get(`${SURVEYS}/to-answer`, token)).body.items).toEqual([]);
    }
    expect((await calls.answer(id, root).set('X-Tenant', tenant.slug)).status).toBe(403);
    expect((await calls.answer(id, seller)).status).toBe(200);
    expect((await calls.get(`${SURVEYS}/${id}`)).body).toMatchObject({ responses: 1, invited: 1 });
  });

  test('an employee has one answer, with whatever account', async () => {
    const employee = await tenant.within(() => makeEmployee());
    const first = await tenant.signedIn({ employeeId: employee._id });
    const id = await calls.open();
    expect((await calls.answer(id, first)).status).toBe(200);
    await tenant.within(() => UserModel.updateMany({ employeeId: employee._id }, { $set: { employeeId: null } }));
    const second = await tenant.signedIn({ employeeId: employee._id });
    expect((await calls.answer(id, second)).status).toBe(409);
    expect((await calls.get(`${SURVEYS}/${id}`)).body.responses).toBe(1);
  });

  test('who moves after the opening answers in the department of that moment, which they were asked with', async () => {
    const [sales, support] = await tenant.within(async () => [
      await makeDepartment('Sales'),
      await makeDepartment('Support'),
    ]);
    const employees = await tenant.within(() =>
      makeEmployees(Array.from({ length: 5 }, () => ({ departmentId: sales }))),
    );
    const id = await calls.open({ departmentIds: [sales] });
    await tenant.within(() => EmployeeModel.updateMany({}, { $set: { departmentId: support } }));
    const newcomer = await calls.people(1, sales);
    expect((await calls.answer(id, newcomer[0] ?? '')).status).toBe(403);
    for (const { _id } of employees)
      expect((await calls.answer(id, await tenant.signedIn({ employeeId: _id }))).status).toBe(200);
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const { body } = await calls.get(`${SURVEYS}/${id}/results?by=department`);
    expect(
      body.segments.map(({ departmentId, responses }: Record<string, unknown>) => [departmentId, responses]),
    ).toEqual([[sales, 5]]);
  });

  test('a survey that an older release opened invites the people of today at the first look', async () => {
    const [token = ''] = await calls.people(1);
    const id = await calls.open();
    await tenant.within(async () => {
      await SurveyInvitationModel.deleteMany({ surveyId: id });
      await SurveyModel.collection.updateOne(
        { _id: id as never, tenantId: tenant.id },
        { $unset: { isAudienceFrozen: 1 } },
      );
    });
    expect((await calls.get(`${SURVEYS}/to-answer`, token)).body.totalCount).toBe(1);
    const [late = ''] = await calls.people(1);
    expect((await calls.answer(id, late)).status).toBe(403);
    expect((await calls.answer(id, token)).status).toBe(200);
  });

  test('who is not Active is not asked', async () => {
    const employee = await tenant.within(() => makeEmployee({ status: EmployeeStatus.OnLeave }));
    const token = await tenant.signedIn({ employeeId: employee._id });
    const id = await calls.open();
    expect((await calls.get(`${SURVEYS}/to-answer`, token)).body.items).toEqual([]);
    expect((await calls.answer(id, token)).status).toBe(403);
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
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, answers, field) => {
    const [token = ''] = await calls.people(1);
    const id = await calls.open();
    const answer = await calls.post(`${SURVEYS}/${id}/respond`, token, { answers });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await calls.get(`${SURVEYS}/${id}`)).body.responses).toBe(0);
  });

  test('nothing that is stored of an answer names who gave it or when', async () => {
    const employee = await tenant.within(() => makeEmployee());
    const token = await tenant.signedIn({ employeeId: employee._id });
    const id = await calls.open();
    const before = await tenant.within(async () => ({
      audited: await AuditLogModel.countDocuments(),
      changedAt: (await SurveyModel.findById(id).lean())?.updatedAt,
    }));
    expect((await calls.answer(id, token, 3, 'Less noise')).status).toBe(200);
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
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const left = await tenant.within(async () => [
      (await SurveyModel.findById(id).lean())?.salt,
      await SurveyBallotModel.countDocuments({ surveyId: id }),
      await SurveyResponseModel.countDocuments({ surveyId: id }),
    ]);
    expect(left).toEqual([null, 0, 1]);
    expect((await calls.get(`${SURVEYS}/${id}`)).body.responses).toBe(1);
    expect((await calls.answer(id, token, 3)).status).toBe(409);
  });
});

describe('pulse surveys: results', () => {
  test('nothing is shown before closing, whatever the number of answers', async () => {
    const tokens = await calls.people(6);
    const id = await calls.open();
    for (const token of tokens) await calls.answer(id, token, 10, 'Good');
    const { status, body } = await calls.get(`${SURVEYS}/${id}/results?by=department`);
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
    expect((await calls.get(`${SURVEYS}/${id}/comments`)).body.items).toEqual([]);
  });

  test('one answer below the threshold: suppressed with nulls, per question too', async () => {
    const tokens = await calls.people(4);
    const id = await calls.open();
    for (const token of tokens) await calls.answer(id, token, 10, 'Good');
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const { status, body } = await calls.get(`${SURVEYS}/${id}/results?by=department`);
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
    expect((await calls.get(`${SURVEYS}/${id}`)).body.eNPS).toBeNull();
    expect((await calls.get(`${SURVEYS}/${id}/comments`)).body.items).toEqual([]);
  });

  test('at the threshold: eNPS, mean and distribution by hand; words below it stay hidden', async () => {
    const tokens = await calls.people(5);
    const id = await calls.open();
    for (const [at, score] of [10, 9, 9, 7, 0].entries())
      await calls.answer(id, tokens[at] ?? '', score, at < 4 ? `comment ${at}` : undefined);
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const { body } = await calls.get(`${SURVEYS}/${id}/results`);
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
    expect((await calls.get(`${SURVEYS}/${id}`)).body.eNPS).toBe(40);
  });

  test('words are shown from the threshold on, without department, in an order that is not that of the answers', async () => {
    const tokens = await calls.people(8);
    const id = await calls.open();
    const texts = tokens.map((_token, at) => `comment ${at}`);
    for (const [at, token] of tokens.entries()) await calls.answer(id, token, 8, texts[at]);
    await calls.post(`${SURVEYS}/${id}/close`, tenant.hr);
    const { body } = await calls.get(`${SURVEYS}/${id}/results?by=department`);
    expect([...body.questions[2].comments].sort()).toEqual(texts);
    const ids = await tenant.within(async () => SurveyCommentModel.find().sort({ _id: 1 }).lean());
    expect(body.questions[2].comments).toEqual(ids.map(({ text }) => text));
    expect(JSON.stringify(body.segments)).not.toContain('comment');
    const page = await calls.get(`${SURVEYS}/${id}/comments?questionId=${TEXT}&pageSize=3`);
    expect([page.body.items.length, page.body.totalCount, Object.keys(page.body.items[0])]).toEqual([
      3,
      8,
      ['questionId', 'text'],
    ]);
    expect((await calls.get(`${SURVEYS}/${id}/comments?questionId=${ENPS}`)).body.validationErrors[0].field).toBe(
      'questionId',
    );
  });

  test('by department: a small one is hidden, and so is the smallest of the others, which would reveal it', async () => {
    const [small, middle, large] = [
      await tenant.within(() => makeDepartment('Art')),
      await tenant.within(() => makeDepartment('Build')),
      await tenant.within(() => makeDepartment('Care')),
    ];
    const scores = (departmentId: string, ...list: number[]) => list.map((score) => ({ departmentId, score }));
    const id = await tenant.within(() =>
      makeClosedSurvey([
        ...scores(small, 0, 0),
        ...scores(middle, 9, 9, 9, 9, 9),
        ...scores(large, 10, 10, 10, 10, 10, 7, 7),
      ]),
    );
    const { body } = await calls.get(`${SURVEYS}/${id}/results?by=department`);
    expect(body.eNPS).toBe(57); // (10 - 2) / 14
    expect(
      body.segments.map((segment: Record<string, unknown>) => [
        segment.department,
        segment.suppressed,
        segment.responses,
        segment.eNPS,
      ]),
    ).toEqual([
      ['Art', true, null, null],
      ['Build', true, null, null],
      ['Care', false, 7, 71],
    ]);
    expect(body.segments[0].questions[0]).toMatchObject({ suppressed: true, answers: null, distribution: null });
    const unknown = await calls.get(`${SURVEYS}/${id}/results?by=manager`);
    expect([unknown.status, unknown.body.validationErrors[0].field]).toEqual([400, 'by']);
  });
});
