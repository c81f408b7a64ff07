import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { ItemType } from '../../../shared/framework/template.rules';
import { now } from '../../../shared/kernel/clock';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const PATH = '/api/my-evaluations';
const { InProgress, Submitted } = ParticipantStatus;

const rated = templateItem({ text: 'Listens' });
const optional = templateItem({ required: false, allowNotApplicable: true, weight: 3 });
const potential = templateItem({ measuresPotential: true, evaluatorTypes: [EvaluatorType.Manager] });
const textItem = templateItem({ type: ItemType.Text, required: false, weight: 0 });

let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
let tokens: { self: string; manager: string };
let ids: { self: string; manager: string };

/** A subject with Self and Manager who have not begun, in an Open cycle. */
beforeEach(async () => {
  tenant = await makeTenant();
  const template = await makeTemplate(tenant, { name: 'Form', items: [rated, optional, potential, textItem] });
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        evaluators: [
          { type: EvaluatorType.Self, status: InProgress, rating: null },
          { type: EvaluatorType.Manager, status: InProgress, rating: null },
        ],
      },
    ],
  });
  const [subject] = subjects;
  const [self, manager] = subject?.participants ?? [];
  if (!subject || !self || !manager) throw new Error('The cycle has no participants.');
  cycleId = cycle._id;
  subjectId = subject.employee._id;
  ids = { self: self._id, manager: manager._id };
  tokens = {
    self: await tenant.signedIn({ employeeId: self.evaluatorId }),
    manager: await tenant.signedIn({ employeeId: manager.evaluatorId }),
  };
});

type Who = 'self' | 'manager';
const read = (who: Who) => service().call('get', `${PATH}/${ids[who]}`, tokens[who]);
const respond = (who: Who, answers: object[], revision?: number) =>
  service().call('post', `${PATH}/${ids[who]}/respond`, tokens[who]).send({ answers, revision });
const submit = (who: Who) => service().call('post', `${PATH}/${ids[who]}/submit`, tokens[who]);
const acknowledge = (who: Who) => service().call('post', `${PATH}/${ids[who]}/acknowledge`, tokens[who]);
const stored = (who: Who) => tenant.within(() => ParticipantModel.findById(ids[who]).lean<Participant>());
const setCycle = (changes: object) => tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: changes }));
const complete = [{ itemId: rated.id, score: 4 }];

describe('list and read', () => {
  test('the caller sees what the caller is asked, without questions and answers', async () => {
    await respond('self', complete);
    const { body } = await service().call('get', PATH, tokens.self);
    expect(body).toMatchObject({ totalCount: 1, page: 1, pageSize: 50, totalPages: 1 });
    expect(body.items[0]).toEqual({
      id: ids.self,
      cycleId,
      cycle: {
        id: cycleId,
        name: expect.any(String),
        status: 'Open',
        startDate: '2026-01-01',
        endDate: '2026-03-31',
        resultsPublishedAt: null,
      },
      subjectId,
      subject: { id: subjectId, name: expect.stringMatching(/^Person Number/) },
      evaluatorType: 'Self',
      status: 'InProgress',
      startedAt: expect.stringMatching(/Z$/),
      submittedAt: null,
      acknowledgedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 1,
    });
  });

  test('filters by cycle and status', async () => {
    const count = async (query: string) =>
      (await service().call('get', `${PATH}?${query}`, tokens.self)).body.totalCount;
    expect(await count(`cycleId=${cycleId}&status=InProgress`)).toBe(1);
    expect(await count('status=1')).toBe(0);
    expect(await count('cycleId=3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11')).toBe(0);
    const wrong = await service().call('get', `${PATH}?status=Done`, tokens.self);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'status']);
  });

  test('what can still be answered comes first by its date, cycles that are over come last, also across pages', async () => {
    const make = async (name: string, cycle: Partial<Cycle>, status = InProgress): Promise<void> => {
      const evaluatorId = (await stored('self'))?.evaluatorId;
      const evaluators = [{ type: EvaluatorType.Peer, evaluatorId, status }];
      await makeEvaluatedCycle(tenant, { cycle: { name, ...cycle }, subjects: [{ evaluators }] });
    };
    await setCycle({ name: 'March' });
    await make('Submitted', { status: CycleStatus.Open, endDate: '2026-01-15' }, Submitted);
    await make('Without an end', { status: CycleStatus.InProgress, endDate: null });
    await make('February', { status: CycleStatus.InProgress, endDate: '2026-02-28' });
    await make('Archived', { status: CycleStatus.Archived, endDate: '2026-01-01' }, Submitted);
    await make('Closed', { status: CycleStatus.Closed, endDate: '2026-01-01' });
    const namesOn = async (page: number): Promise<string[]> => {
      const { body } = await service().call('get', `${PATH}?pageSize=2&page=${page}`, tokens.self);
      expect(body).toMatchObject({ totalCount: 6, totalPages: 3 });
      return body.items.map(({ cycle }: { cycle: { name: string } }) => cycle.name);
    };
    expect([await namesOn(1), await namesOn(2), await namesOn(3)]).toEqual([
      ['February', 'March'],
      ['Without an end', 'Submitted'],
      ['Closed', 'Archived'],
    ]);
  });

  test('the form holds the items of the role only', async () => {
    const items = async (who: Who) =>
      (await read(who)).body.template.sections[0].items.map(({ id }: { id: string }) => id);
    expect(await items('self')).toEqual([rated.id, optional.id, textItem.id]);
    expect(await items('manager')).toEqual([rated.id, optional.id, potential.id, textItem.id]);
    const { body, headers } = await read('self');
    expect(headers.etag).toMatch(/^"0-/);
    expect(body).toMatchObject({ answers: [], revision: 0, template: { name: 'Form', scale: { min: 1, max: 5 } } });
    expect(body.template.sections[0].items[0]).toEqual({
      id: rated.id,
      text: 'Listens',
      type: 'Rating',
      competencyId: null,
      skillId: null,
      requirement: null,
      required: true,
      allowNotApplicable: false,
      measuresPotential: false,
    });
  });

  test('a Draft cycle is invisible, and so is a deleted one', async () => {
    for (const change of [{ status: CycleStatus.Draft }, { status: CycleStatus.Open, isDeleted: true }]) {
      await setCycle(change);
      expect((await service().call('get', PATH, tokens.self)).body.totalCount).toBe(0);
      for (const answer of [await read('self'), await respond('self', complete), await submit('self')])
        expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('evaluations of others are 404, also for HR, a manager and another organization', async () => {
    const other = await makeTenant();
    const strangers = [
      tokens.manager,
      tenant.hr,
      tenant.user,
      other.hr,
      await other.signedIn({ employeeId: subjectId }),
    ];
    for (const token of strangers) {
      const get = await service().call('get', `${PATH}/${ids.self}`, token);
      expect([get.status, get.body.errorCode]).toEqual([404, 'NOT_FOUND']);
      const path = `${PATH}/${ids.self}/respond`;
      expect((await service().call('post', path, token).send({ answers: complete })).status).toBe(404);
      expect((await service().call('post', `${PATH}/${ids.self}/submit`, token)).status).toBe(404);
      expect((await service().call('post', `${PATH}/${ids.self}/acknowledge`, token)).status).toBe(404);
    }
    expect((await stored('self'))?.revision).toBe(0);
    expect((await service().call('get', PATH)).status).toBe(401);
  });

  test('an account without employee sees an empty list', async () => {
    const { status, body } = await service().call('get', PATH, tenant.user);
    expect([status, body]).toEqual([200, { items: [], totalCount: 0, page: 1, pageSize: 50, totalPages: 0 }]);
  });
});

describe('respond', () => {
  test('merges by item; null clears; not applicable replaces the score', async () => {
    const first = await respond('self', [
      { itemId: rated.id, score: 4, comment: 'good' },
      { itemId: optional.id, score: 2 },
    ]);
    expect([first.status, first.body.revision, first.headers.etag]).toEqual([200, 1, expect.stringMatching(/^"1-/)]);
    const second = await respond('self', [
      { itemId: rated.id, comment: null },
      { itemId: optional.id, notApplicable: true },
      { itemId: textItem.id, comment: 'Ñandú «ok»' },
    ]);
    expect(second.body.answers).toEqual([
      { itemId: rated.id, score: 4, notApplicable: false, comment: null },
      { itemId: optional.id, score: null, notApplicable: true, comment: null },
      { itemId: textItem.id, score: null, notApplicable: false, comment: 'Ñandú «ok»' },
    ]);
    expect((await read('self')).body.answers).toEqual(second.body.answers);
    expect(second.body.startedAt).toBe(first.body.startedAt);
  });

  test('a stale revision is 409 with the current one, and changes nothing', async () => {
    await respond('self', complete, 0);
    const stale = await respond('self', [{ itemId: rated.id, score: 1 }], 0);
    expect([stale.status, stale.body.errorCode, stale.body.revision]).toEqual([409, 'CONFLICT', 1]);
    expect((await stored('self'))?.answers[0]?.score).toBe(4);
    expect((await respond('self', [{ itemId: rated.id, score: 5 }], 1)).status).toBe(200);
  });

  test('of two tabs with one revision, one wins; without revisions nothing is lost', async () => {
    const tabs = await Promise.all([1, 2, 3, 4].map((score) => respond('self', [{ itemId: rated.id, score }], 0)));
    expect(tabs.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of tabs) if (status === 409) expect(body.revision).toBe(1);
    const parallel = [
      [{ itemId: rated.id, score: 5 }],
      [{ itemId: optional.id, score: 3 }],
      [{ itemId: textItem.id, comment: 'kept' }],
      [{ itemId: rated.id, comment: 'kept too' }],
    ];
    const answers = await Promise.all(parallel.map((body) => respond('self', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const row = await stored('self');
    expect(row?.revision).toBe(5);
    expect(row?.answers).toEqual(
      expect.arrayContaining([
        { itemId: rated.id, score: 5, notApplicable: false, comment: 'kept too' },
        { itemId: optional.id, score: 3, notApplicable: false, comment: null },
        { itemId: textItem.id, score: null, notApplicable: false, comment: 'kept' },
      ]),
    );
  });

  test.each<[string, object, string]>([
    ['an unknown item', { itemId: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11', score: 3 }, 'answers[0].itemId'],
    ['an item of another role', { itemId: potential.id, score: 3 }, 'answers[0].itemId'],
    ['a score below the scale', { itemId: rated.id, score: 0 }, 'answers[0].score'],
    ['a score above the scale', { itemId: rated.id, score: 6 }, 'answers[0].score'],
    ['half a score', { itemId: rated.id, score: 3.5 }, 'answers[0].score'],
    ['a score as text', { itemId: rated.id, score: '4' }, 'answers[0].score'],
    ['a score of a text item', { itemId: textItem.id, score: 3 }, 'answers[0].score'],
    ['not applicable where it is not allowed', { itemId: rated.id, notApplicable: true }, 'answers[0].notApplicable'],
    ['a comment that is too long', { itemId: rated.id, comment: 'x'.repeat(4001) }, 'answers[0].comment'],
    ['an operator as comment', { itemId: rated.id, comment: { $ne: 1 } }, 'answers[0].comment'],
    ['no item', { score: 3 }, 'answers[0].itemId'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, answer, field) => {
    const { status, body } = await respond('self', [answer]);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect((await stored('self'))?.revision).toBe(0);
  });

  test('no answers at all is 400', async () => {
    const { status, body } = await service().call('post', `${PATH}/${ids.self}/respond`, tokens.self).send({});
    expect([status, body.validationErrors[0].field]).toEqual([400, 'answers']);
  });

  test.each([
    [CycleStatus.Open, 200],
    [CycleStatus.InProgress, 200],
    [CycleStatus.Closed, 409],
    [CycleStatus.Archived, 409],
  ])('in a cycle that is %s: %i; the cycle keeps its status', async (status, expected) => {
    await setCycle({ status });
    const answer = await respond('self', complete);
    expect(answer.status).toBe(expected);
    if (expected === 409) expect(answer.body).toMatchObject({ errorCode: 'CONFLICT', revision: 0 });
    expect((await submit('self')).status).toBe(expected);
    expect((await tenant.within(() => CycleModel.findById(cycleId).lean()))?.status).toBe(status);
  });
});

describe('submit', () => {
  test('names every required item without an answer', async () => {
    await respond('manager', [{ itemId: optional.id, score: 4 }]);
    const answer = await submit('manager');
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual([
      `answers[${rated.id}]`,
      `answers[${potential.id}]`,
    ]);
    expect((await stored('manager'))?.status).toBe(InProgress);
  });

  test('locks; keeps the weighted score and the potential apart; a repeat answers 409 with the state', async () => {
    await respond('manager', [
      { itemId: rated.id, score: 5 },
      { itemId: optional.id, score: 3 },
      { itemId: potential.id, score: 2 },
    ]);
    const answer = await submit('manager');
    expect([answer.status, answer.body.status]).toEqual([200, 'Submitted']);
    expect(answer.body.submittedAt).toMatch(/Z$/);
    expect(answer.body).not.toHaveProperty('score');
    expect(await stored('manager')).toMatchObject({ status: Submitted, score: (5 + 3 * 3) / 4, potential: 2 });
    for (const late of [await submit('manager'), await respond('manager', complete)])
      expect([late.status, late.body.errorCode, late.body.status, late.body.revision]).toEqual([
        409,
        'CONFLICT',
        'Submitted',
        2,
      ]);
    expect((await read('manager')).body.answers).toHaveLength(3);
  });

  test('of many submits at once one succeeds', async () => {
    await respond('self', complete);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => submit('self')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('acknowledge', () => {
  test('by the subject on their Self evaluation, once submitted and published; again changes nothing', async () => {
    await respond('self', complete);
    await submit('self');
    expect((await acknowledge('self')).status).toBe(409); // not published
    await setCycle({ resultsPublishedAt: now(), status: CycleStatus.Closed });
    const first = await acknowledge('self');
    expect([first.status, first.body.status]).toEqual([200, 'Acknowledged']);
    expect(first.body.acknowledgedAt).toMatch(/Z$/);
    const again = await acknowledge('self');
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('one that was never submitted keeps its status, also when the call is repeated', async () => {
    expect((await acknowledge('self')).status).toBe(409); // not published
    await setCycle({ resultsPublishedAt: now(), status: CycleStatus.Closed });
    const first = await acknowledge('self');
    expect([first.status, first.body.status]).toEqual([200, 'InProgress']);
    expect(first.body.acknowledgedAt).toMatch(/Z$/);
    expect((await acknowledge('self')).body).toEqual(first.body);
  });

  test('an evaluation of someone else is not acknowledged: 409', async () => {
    await respond('manager', [...complete, { itemId: potential.id, score: 3 }]);
    await submit('manager');
    await setCycle({ resultsPublishedAt: now() });
    expect((await acknowledge('manager')).status).toBe(409);
    expect((await stored('manager'))?.status).toBe(Submitted);
  });
});
