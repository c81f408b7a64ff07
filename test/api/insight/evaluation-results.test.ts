import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { round2 } from '../../../shared/evaluation/score.rules';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import {
  changeEmployee,
  type EvaluatedCycle,
  type EvaluatorPlan,
  makeEmployee,
  makeEvaluatedCycle,
  makeTemplate,
} from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;
const { InProgress, Submitted, Acknowledged } = ParticipantStatus;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const read = (path: string, token = tenant.hr) => service().call('get', `/api/evaluation-results${path}`, token);
const detail = (made: EvaluatedCycle, token = tenant.hr, query = '', at = 0) =>
  read(`/${made.cycle._id}/subjects/${made.subjects[at]!.employee._id}${query}`, token);
const list = async (made: EvaluatedCycle, query = '') => (await read(`?cycleId=${made.cycle._id}${query}`)).body;

/** "self 4, manager 5, peers 3 and one who has not submitted". */
const workedExample: EvaluatorPlan[] = [
  { type: Self, rating: 4 },
  { type: Manager, rating: 5 },
  { type: Peer, rating: 3 },
  { type: Peer, rating: 3 },
  { type: Peer, rating: 3 },
  { type: Peer, rating: 1, status: InProgress },
];

describe('list of results', () => {
  test('self 4, manager 5, peers 3 and one not submitted give 4.33', async () => {
    const department = await tenant.within(() => DepartmentModel.create({ name: 'Ventas' }));
    const employee = await makeEmployee(tenant, { departmentId: department._id, employeeCode: 'E-1' });
    const made = await makeEvaluatedCycle(tenant, { subjects: [{ employee, evaluators: workedExample }] });
    expect(await list(made)).toEqual({
      items: [
        {
          subjectId: employee._id,
          subject: employee.fullName,
          employeeCode: 'E-1',
          email: employee.email,
          departmentId: department._id,
          department: 'Ventas',
          jobProfileId: null,
          jobProfile: null,
          withdrawn: false,
          overall: 4.33,
          interval: null, // one score of Self in the cycle
          calibrated: null,
          effective: 4.33,
          submitted: 5,
          totalParticipants: 6,
          acknowledged: 0,
          complete: false,
          releasedAt: null,
        },
      ],
      totalCount: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    });
  });

  test('calibrated wins over overall, Acknowledged counts as submitted, no one submitted is null', async () => {
    const people = await Promise.all(['Ana', 'Berta', 'Ciro'].map((firstName) => makeEmployee(tenant, { firstName })));
    const made = await makeEvaluatedCycle(tenant, {
      subjects: [
        { employee: people[0], evaluation: { calibrated: 3.125 } },
        { employee: people[1], evaluators: [{ type: Self, rating: 2, status: Acknowledged }] },
        { employee: people[2], evaluators: [{ type: Self, rating: 5, status: InProgress }] },
      ],
    });
    const { items } = await list(made);
    const figures = [
      'overall',
      'calibrated',
      'effective',
      'submitted',
      'totalParticipants',
      'acknowledged',
      'complete',
    ];
    expect(items.map((item: Record<string, unknown>) => figures.map((name) => item[name]))).toEqual([
      [4, 3.13, 3.13, 2, 2, 0, true],
      [2, null, 2, 1, 1, 1, true],
      [null, null, null, 0, 1, 0, false],
    ]);
  });

  test('search, and order by score over all pages; no score comes last', async () => {
    const plans = [
      ['Ana', 3],
      ['Berta', 5],
      ['Ciro', null],
      ['Dora', 3],
    ] as const;
    const subjects = [];
    for (const [firstName, rating] of plans) {
      const employee = await makeEmployee(tenant, { firstName, lastName: 'Orden' });
      const status = rating === null ? InProgress : Submitted;
      subjects.push({ employee, evaluators: [{ type: Self, rating: rating ?? 1, status }] });
    }
    const made = await makeEvaluatedCycle(tenant, { subjects });
    const names = async (query: string) => {
      const path = `/api/evaluation-results?cycleId=${made.cycle._id}&${query}`;
      const { body } = await service().call('get', path, tenant.hr);
      return [...body.items.map(({ subject }: { subject: string }) => subject.split(' ')[0]), body.totalCount];
    };
    expect(await names('sort=name')).toEqual(['Ana', 'Berta', 'Ciro', 'Dora', 4]);
    expect(await names('sort=effective')).toEqual(['Ana', 'Dora', 'Berta', 'Ciro', 4]);
    expect(await names('sort=-effective')).toEqual(['Berta', 'Ana', 'Dora', 'Ciro', 4]);
    expect(await names('sort=-effective&pageSize=2&page=2')).toEqual(['Dora', 'Ciro', 4]);
    expect(await names('search=dorA')).toEqual(['Dora', 1]);
    expect(await names('score=3.00-3.99&sort=-name')).toEqual(['Dora', 'Ana', 2]);
    expect(await names('score=3.00-5.00&sort=-effective&pageSize=1')).toEqual(['Berta', 3]);
    expect(await names('score=none')).toEqual(['Ciro', 1]);
    const range = await service().call('get', `/api/evaluation-results?cycleId=${made.cycle._id}&score=3`, tenant.hr);
    expect([range.status, range.body.validationErrors[0].field]).toEqual([400, 'score']);
    const wrong = await service().call('get', `/api/evaluation-results?cycleId=${made.cycle._id}&sort=no`, tenant.hr);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'sort']);
  });

  test.each([
    ['a Closed cycle in which all have submitted', {}, null, true],
    ['an InProgress cycle', { status: CycleStatus.InProgress }, null, false],
    ['a cycle with calibration that is not applied', { settings: { useCalibration: true } }, null, false],
    ['a cycle with calibration that is applied', { settings: { useCalibration: true } }, new Date(), true],
  ])('complete in %s', async (_case, cycle, calibratedAt, complete) => {
    const made = await makeEvaluatedCycle(tenant, { cycle });
    await tenant.within(() => EvaluationModel.updateOne({ cycleId: made.cycle._id }, { $set: { calibratedAt } }));
    expect((await list(made)).items[0].complete).toBe(complete);
    expect((await detail(made)).body.complete).toBe(complete);
  });

  test('by name whatever case and accents, in pages, filtered by the department of the generation', async () => {
    const department = newId();
    const names = ['Óscar', 'nadia', 'Pía', 'Émile'];
    const people = [];
    for (const lastName of names) people.push(await makeEmployee(tenant, { firstName: 'Kim', lastName }));
    const made = await makeEvaluatedCycle(tenant, {
      subjects: people.map((employee, at) => ({
        employee,
        evaluation: { departmentId: at < 2 ? department : null },
        evaluators: [{ type: Self }],
      })),
    });
    const subjects = (body: { items: { subject: string }[] }) => body.items.map(({ subject }) => subject.split(' ')[1]);
    expect(subjects(await list(made))).toEqual(['Émile', 'nadia', 'Óscar', 'Pía']);
    const second = await list(made, '&page=2&pageSize=3');
    expect([subjects(second), second.totalCount, second.totalPages]).toEqual([['Pía'], 4, 2]);
    const filtered = await list(made, `&departmentId=${department}`);
    expect([subjects(filtered), filtered.totalCount]).toEqual([['nadia', 'Óscar'], 2]);
    expect((await list(made, `&jobProfileId=${newId()}`)).totalCount).toBe(0);
  });

  test('a deleted employee is in no list and has no results', async () => {
    const made = await makeEvaluatedCycle(tenant, { subjects: 2 });
    const [gone, stays] = made.subjects.map(({ employee }) => employee._id);
    await changeEmployee(tenant, gone!, { isDeleted: true });
    const { items, totalCount } = await list(made);
    expect([items.map((item: { subjectId: string }) => item.subjectId), totalCount]).toEqual([[stays], 1]);
    expect((await detail(made)).status).toBe(404);
  });

  test.each([
    ['a missing cycleId is 400', '', 400],
    ['a malformed cycleId is 400', '?cycleId=x', 400],
    ['an unknown cycleId is 404', `?cycleId=${newId()}`, 404],
  ])('%s', async (_case, query, status) => {
    const answer = await read(query);
    expect(answer.status).toBe(status);
    expect(answer.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual(
      status === 400 ? ['cycleId'] : [],
    );
  });

  test('who may: 401, 403 for an ordinary user, 404 for another organization', async () => {
    const made = await makeEvaluatedCycle(tenant);
    expect((await service().call('get', `/api/evaluation-results?cycleId=${made.cycle._id}`)).status).toBe(401);
    expect((await read(`?cycleId=${made.cycle._id}`, tenant.user)).status).toBe(403);
    const other = await makeTenant();
    expect((await read(`?cycleId=${made.cycle._id}`, other.hr)).body.errorCode).toBe('NOT_FOUND');
    expect((await detail(made, other.hr)).body.errorCode).toBe('NOT_FOUND');
  });
});

describe('results of one subject', () => {
  test('explain shows types, weights, rescaled weights and the sum', async () => {
    const made = await makeEvaluatedCycle(tenant, { subjects: [{ evaluators: workedExample }] });
    expect((await detail(made)).body).not.toHaveProperty('explanation');
    const { body } = await detail(made, tenant.hr, '?explain=true');
    expect(body.overall).toBe(4.33);
    const { types, overall } = body.explanation;
    expect(overall).toBeCloseTo((4 * 0.2 + 5 * 0.5 + 3 * 0.2) / 0.9, 12);
    expect(types.slice(0, 3)).toEqual([
      {
        evaluatorType: Self,
        participants: 1,
        submitted: 1,
        mean: 4,
        weight: 0.2,
        rescaledWeight: expect.closeTo(0.2 / 0.9, 12),
        contribution: expect.closeTo(0.8 / 0.9, 12),
      },
      expect.objectContaining({ evaluatorType: Manager, mean: 5, rescaledWeight: expect.closeTo(0.5 / 0.9, 12) }),
      expect.objectContaining({ evaluatorType: Peer, participants: 4, submitted: 3, mean: 3 }),
    ]);
    const sum = types.reduce((total: number, line: { contribution: number }) => total + line.contribution, 0);
    expect(sum).toBeCloseTo(overall, 12);
  });

  test('scores per item by type, comments, and requirements against the current level', async () => {
    const requirementId = newId();
    const items = [templateItem({ text: 'Listens', competencyId: requirementId }), templateItem({ text: 'Plans' })];
    const template = await makeTemplate(tenant, { items });
    const unmeasured = newId();
    const made = await makeEvaluatedCycle(tenant, {
      template,
      subjects: [
        {
          requirements: [
            { requirementId, requirement: 'Listening', requiredLevel: 5, isCritical: true },
            { requirementId: unmeasured, requirement: 'Sailing', requiredLevel: 3, isCritical: false },
          ],
          evaluators: [
            { type: Self, rating: 3 },
            { type: Manager, rating: 4, comment: 'Well done' },
          ],
        },
      ],
    });
    const { body } = await detail(made);
    const level = (3 * 0.2 + 4 * 0.5) / 0.7;
    expect(body.sections[0].items[0]).toEqual({
      itemId: items[0]!.id,
      text: 'Listens',
      type: 'Rating',
      competencyId: expect.any(String),
      competency: null,
      measuresPotential: false,
      scores: { Self: 3, Manager: 4 },
      average: Math.round(level * 100) / 100,
      comments: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          evaluatorType: Manager,
          evaluatorId: made.subjects[0]!.participants[1]!.evaluatorId,
          evaluator: expect.stringContaining('Person'),
          text: 'Well done',
          isWithheld: false,
        },
      ],
    });
    expect(body.requirements).toEqual([
      {
        requirementId,
        requirement: 'Listening',
        isCritical: true,
        requiredLevel: 5,
        currentLevel: Math.round(level * 100) / 100,
        gapLevel: 2,
        priority: 1,
        itemIds: [items[0]!.id],
      },
      expect.objectContaining({ requirementId: unmeasured, currentLevel: null, itemIds: [] }),
    ]);
    const explained = (await detail(made, tenant.hr, '?explain=true')).body.requirements[0].explanation;
    expect(explained.overall).toBeCloseTo(level, 12);
    expect(explained.types.slice(0, 2)).toEqual([
      expect.objectContaining({ evaluatorType: Self, mean: 3, contribution: expect.closeTo((3 * 0.2) / 0.7, 12) }),
      expect.objectContaining({ evaluatorType: Manager, mean: 4, contribution: expect.closeTo((4 * 0.5) / 0.7, 12) }),
    ]);
  });
});

describe('who sees results, and how much', () => {
  const evaluators: EvaluatorPlan[] = [
    { type: Self, rating: 4, comment: 'by myself' },
    { type: Manager, rating: 5, comment: 'by the manager' },
    ...[1, 2, 3].map((n): EvaluatorPlan => ({ type: Peer, rating: 3, comment: `by peer ${n}` })),
    { type: DirectReport, rating: 1, comment: 'by one report' },
    { type: DirectReport, rating: 1, comment: 'by another report' },
    { type: Stakeholder, status: InProgress, comment: 'not submitted' },
  ];
  const cycleOf = async (status: CycleStatus, published: boolean) => {
    const manager = await makeEmployee(tenant);
    const employee = await makeEmployee(tenant, { managerId: manager._id });
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status, resultsPublishedAt: published ? now() : null },
      subjects: [{ employee, evaluators }],
    });
    return {
      made,
      subject: await tenant.signedIn({ employeeId: employee._id }),
      manager: await tenant.signedIn({ employeeId: manager._id }),
      peer: await tenant.signedIn({ employeeId: made.subjects[0]!.participants[2]!.evaluatorId }),
    };
  };

  test.each([
    [CycleStatus.InProgress, false, [200, 404, 404]],
    [CycleStatus.Closed, false, [200, 200, 404]],
    [CycleStatus.Closed, true, [200, 200, 200]],
    [CycleStatus.Archived, false, [200, 200, 404]],
  ])('%s, published %s: HR, manager, subject get %j; others nothing', async (status, published, expected) => {
    const { made, subject, manager, peer } = await cycleOf(status, published);
    const answers = [await detail(made), await detail(made, manager), await detail(made, subject)];
    expect(answers.map((answer) => answer.status)).toEqual(expected);
    for (const token of [peer, tenant.user]) expect((await detail(made, token)).body.errorCode).toBe('NOT_FOUND');
  });

  test('HR sees every group and who wrote what', async () => {
    const { made } = await cycleOf(CycleStatus.Closed, true);
    const { body } = await detail(made, tenant.hr, '?explain=true');
    expect(body.typeScores.map((type: { hidden: boolean }) => type.hidden)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(body.explanation.overall).toEqual(expect.any(Number));
    const { comments } = body.sections[0].items[0];
    expect(comments).toHaveLength(7);
    for (const comment of comments) expect(comment.evaluator).toEqual(expect.any(String));
  });

  test.each(['subject', 'manager'] as const)('%s: small groups hidden, no rater named', async (who) => {
    const closed = await cycleOf(CycleStatus.Closed, true);
    const { body } = await detail(closed.made, closed[who], '?explain=true');
    const full = (await detail(closed.made)).body;
    const asOf = full.closedAt;
    for (const type of full.typeScores) expect(Object.keys(type)).not.toContain('suppressed'); // HR sees all
    // The exact 4.16 would give the 1 of the two reports away: (4.16 x 0.95 - 0.8 - 2.5 - 0.6) / 0.05.
    expect([full.overall, full.effective, full.hiddenTypes]).toEqual([4.16, 4.16, []]);
    const hiddenTypes = [DirectReport, Stakeholder];
    expect([body.overall, body.effective, body.hiddenTypes]).toEqual([4.33, 4.33, hiddenTypes]); // (0.8 + 2.5 + 0.6) / 0.9
    expect(body.submitted).toBe(full.submitted);
    expect(body.typeScores).toEqual([
      { evaluatorType: Self, score: 4, participants: 1, submitted: 1, hidden: false, suppressed: false },
      { evaluatorType: Manager, score: 5, participants: 1, submitted: 1, hidden: false, suppressed: false },
      { evaluatorType: Peer, score: 3, participants: 3, submitted: 3, hidden: false, suppressed: false, asOf },
      { evaluatorType: DirectReport, score: null, participants: 2, submitted: 2, hidden: true, suppressed: true },
      { evaluatorType: Stakeholder, score: null, participants: 1, submitted: 0, hidden: true, suppressed: true },
    ]);
    const { types, overall } = body.explanation;
    expect([round2(overall), types.map(({ mean }: { mean: number | null }) => mean)]).toEqual([
      4.33,
      [4, 5, 3, null, null],
    ]);
    const item = body.sections[0].items[0];
    expect(item.scores).toEqual({ Self: 4, Manager: 5, Peer: 3, DirectReport: null });
    expect(item.suppressed).toEqual({ DirectReport: true });
    expect(item.average).toBe(4.33); // of the groups that are shown
    expect(item.comments.map((comment: { text: string }) => comment.text).sort()).toEqual([
      'by myself',
      'by peer 1',
      'by peer 2',
      'by peer 3',
      'by the manager',
    ]);
    for (const participant of closed.made.subjects[0]!.participants.slice(1)) {
      expect(JSON.stringify(body)).not.toContain(participant._id);
      expect(JSON.stringify(body)).not.toContain(participant.evaluatorId);
    }
  });

  // Self 4 and Manager 5 with weights 0.20 and 0.50; Peer 0.20, DirectReport and Stakeholder 0.05.
  test.each<[string, EvaluatorPlan[], number | null, (number | null)[]]>([
    [
      'two hidden groups', // (0.8 + 2.5) / 0.7
      [
        { type: DirectReport, rating: 1 },
        { type: DirectReport, rating: 1 },
        { type: Stakeholder, rating: 2 },
      ],
      null,
      [4.71, 4.71],
    ],
    ['a heavy hidden group', [{ type: Peer, rating: 2 }], null, [4.71, 4.71]],
    ['a calibrated subject', [{ type: Peer, rating: 2 }], 3.85, [4.71, 3.85]],
  ])('the overall score as the subject sees it: %s', async (_case, others, calibrated, expected) => {
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { resultsPublishedAt: now() },
      subjects: [
        {
          evaluation: { calibrated },
          evaluators: [{ type: Self, rating: 4 }, { type: Manager, rating: 5 }, ...others],
        },
      ],
    });
    const token = await tenant.signedIn({ employeeId: made.subjects[0]!.employee._id });
    const { body } = await detail(made, token);
    expect([body.overall, body.effective]).toEqual(expected);
  });

  test('only a hidden group has answered: the subject sees no score', async () => {
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { resultsPublishedAt: now() },
      subjects: [{ evaluators: [{ type: Peer, rating: 2 }] }],
    });
    const token = await tenant.signedIn({ employeeId: made.subjects[0]!.employee._id });
    const { body } = await detail(made, token);
    expect([body.overall, body.effective, body.hiddenTypes]).toEqual([null, null, [Peer]]);
    expect((await detail(made)).body.overall).toBe(2);
  });

  test('comments are shuffled by subject: the same order each time, not the order of the raters', async () => {
    const peers = Array.from({ length: 8 }, (_, n): EvaluatorPlan => ({ type: Peer, comment: `comment ${n}` }));
    const made = await makeEvaluatedCycle(tenant, { subjects: [{ evaluators: peers }] });
    const orders = (body: { sections: { items: { comments: { text: string }[] }[] }[] }) =>
      body.sections[0]!.items.filter(({ comments }) => comments.length > 0).map(({ comments }) =>
        comments.map(({ text }) => text),
      );
    const first = orders((await detail(made)).body);
    expect(first).toHaveLength(2);
    expect(first[0]!.toSorted()).toEqual(peers.map(({ comment }) => comment));
    expect(first[0]).not.toEqual(first[1]); // two lists side by side do not tell which belong together
    expect(orders((await detail(made)).body)).toEqual(first);
  });
});

describe('publish', () => {
  const publish = (id: string, token = tenant.hr) =>
    service().call('post', `/api/evaluation-results/${id}/publish`, token).send({});

  test('a Closed cycle is published once; again changes nothing', async () => {
    const { cycle } = await makeEvaluatedCycle(tenant);
    const first = await publish(cycle._id);
    expect([first.status, first.body]).toEqual([
      200,
      { cycleId: cycle._id, cycle: cycle.name, resultsPublishedAt: expect.stringMatching(/Z$/) },
    ]);
    const again = await publish(cycle._id);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test.each([CycleStatus.Draft, CycleStatus.Open, CycleStatus.InProgress])('%s is 409', async (status) => {
    const { cycle } = await makeEvaluatedCycle(tenant, { cycle: { status } });
    expect((await publish(cycle._id)).body.errorCode).toBe('CONFLICT');
    const stored = await tenant.within(() => CycleModel.findById(cycle._id).lean());
    expect(stored!.resultsPublishedAt).toBeNull();
  });

  test('401, 403, 404', async () => {
    const { cycle } = await makeEvaluatedCycle(tenant);
    expect((await service().call('post', `/api/evaluation-results/${cycle._id}/publish`).send({})).status).toBe(401);
    expect((await publish(cycle._id, tenant.user)).status).toBe(403);
    expect((await publish(cycle._id, (await makeTenant()).hr)).status).toBe(404);
    expect((await publish('x')).status).toBe(404);
  });
});

describe('reopen', () => {
  const reason = 'The manager rated the wrong person.';
  const reopen = (id: string, body: object = { reason }, token = tenant.hr) =>
    service().call('post', `/api/evaluation-results/participants/${id}/reopen`, token).send(body);

  test.each([Submitted, Acknowledged])(
    '%s goes back to InProgress, keeps its answers and leaves the score',
    async (status) => {
      const made = await makeEvaluatedCycle(tenant, {
        cycle: { status: CycleStatus.InProgress },
        subjects: [
          {
            evaluators: [
              { type: Self, rating: 2, status },
              { type: Manager, rating: 4 },
            ],
          },
        ],
      });
      const row = made.subjects[0]!.participants[0]!;
      const answer = await reopen(row._id);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          id: row._id,
          cycleId: made.cycle._id,
          subjectId: row.subjectId,
          evaluatorId: row.evaluatorId,
          evaluatorType: Self,
          status: InProgress,
          submittedAt: null,
          revision: row.revision + 1,
        },
      ]);
      const stored = await tenant.within(() => ParticipantModel.findById(row._id).lean());
      expect(stored?.reopenings).toEqual([{ reason, by: expect.any(String), at: expect.any(Date) }]);
      const { items } = await list(made);
      expect([items[0].overall, items[0].submitted, items[0].totalParticipants]).toEqual([4, 1, 2]);
      const again = (await reopen(row._id)).body;
      expect([again.errorCode, again.errorMessage]).toEqual(['CONFLICT', expect.stringContaining('is InProgress')]);
    },
  );

  test.each([CycleStatus.Draft, CycleStatus.Closed, CycleStatus.Archived])(
    'in a %s cycle it is 409',
    async (status) => {
      const made = await makeEvaluatedCycle(tenant, { cycle: { status } });
      const answer = await reopen(made.subjects[0]!.participants[0]!._id);
      expect([answer.status, answer.body.errorMessage]).toEqual([
        409,
        expect.stringContaining(`The cycle is ${status}`),
      ]);
    },
  );

  test.each([
    ['no reason', {}],
    ['a short reason', { reason: 'too short' }],
    ['a blank reason', { reason: ' '.repeat(20) }],
    ['no text', { reason: 1234567890 }],
  ])('%s is 400 on reason', async (_case, body) => {
    const made = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.InProgress } });
    const answer = await reopen(made.subjects[0]!.participants[0]!._id, body);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'reason']);
  });

  test('403 for the evaluator, 404 for another organization and for what does not exist', async () => {
    const made = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.InProgress } });
    const { _id: id, evaluatorId } = made.subjects[0]!.participants[0]!;
    expect((await reopen(id, { reason }, await tenant.signedIn({ employeeId: evaluatorId }))).status).toBe(403);
    expect((await reopen(id, { reason }, (await makeTenant()).hr)).status).toBe(404);
    expect((await reopen(newId())).status).toBe(404);
  });
});
