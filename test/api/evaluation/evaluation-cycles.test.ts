import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { claimJob, endRun } from '../../../shared/jobs/ledger';
import { now } from '../../../shared/kernel/clock';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { makeCycle, makeEmployee, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const PATH = '/api/evaluation-cycles';
const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
const create = (body: object, token = tenant.hr) => service().call('post', PATH, token).send(body);
const read = (id: string) => service().call('get', `${PATH}/${id}`, tenant.hr);
const edit = (id: string, body: object) => service().call('put', `${PATH}/${id}`, tenant.hr).send(body);

describe('create', () => {
  test('answers 201 with the defaults', async () => {
    const template = await makeTemplate(tenant, { name: 'Annual' });
    const answer = await create({
      name: '  Review 2026 ',
      templateId: template._id,
      startDate: '2026-10-01T12:00:00Z',
      endDate: '2026-11-30',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Review 2026',
      description: null,
      templateId: template._id,
      template: 'Annual',
      startDate: '2026-10-01',
      endDate: '2026-11-30',
      status: 'Draft',
      settings: {
        weights: { Self: 0.2, Manager: 0.5, Peer: 0.2, DirectReport: 0.05, Stakeholder: 0.05 },
        minPeers: 3,
        maxPeers: 4,
        preferSameDepartment: true,
        release: 'HR',
        peerNomination: 'Off',
        nominationEndDate: null,
        maxEvaluations: null,
        reminders: { daysBefore: [], sendOpening: false },
        subjects: null,
        useCalibration: false,
      },
      counts: { subjects: 0, participants: 0, submitted: 0 },
      generatedAt: null,
      announcedAt: null,
      closedAt: null,
      answersDeletedAt: null,
      reopenedAt: null,
      resultsPublishedAt: null,
      gaps: { state: 'None', calculatedAt: null },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.location).toBe(`${PATH}/${answer.body.id}`);
    expect((await read(answer.body.id)).body).toEqual(answer.body);
  });

  test.each([
    ['no name', {}, ['name']],
    ['a negative weight', { name: 'A', settings: { weights: { Peer: -0.1 } } }, ['settings.weights.Peer']],
    ['an infinite weight', { name: 'A', settings: { weights: { Peer: 1e9 } } }, ['settings.weights.Peer']],
    [
      'weights that are all 0',
      { name: 'A', settings: { weights: { Self: 0, Manager: 0, Peer: 0, DirectReport: 0, Stakeholder: 0 } } },
      ['settings.weights'],
    ],
    ['a weight of no evaluator type', { name: 'A', settings: { weights: { Peers: 0.2 } } }, ['settings.weights.Peers']],
    ['a weight twice', { name: 'A', settings: { weights: { Peer: 0.2, peer: 0.3 } } }, ['settings.weights.peer']],
    ['an unknown setting', { name: 'A', settings: { minPeer: 1 } }, ['settings.minPeer']],
    ['a weight that is text', { name: 'A', settings: { weights: { Self: '0.2' } } }, ['settings.weights.Self']],
    ['a minimum above the maximum', { name: 'A', settings: { minPeers: 5, maxPeers: 4 } }, ['settings.maxPeers']],
    ['a minimum above the default maximum', { name: 'A', settings: { minPeers: 9 } }, ['settings.maxPeers']],
    ['half a peer', { name: 'A', settings: { maxPeers: 4.5 } }, ['settings.maxPeers']],
    ['-1 peers', { name: 'A', settings: { minPeers: -1 } }, ['settings.minPeers']],
    ['an end before the start', { name: 'A', startDate: '2026-02-01', endDate: '2026-01-31' }, ['endDate']],
    ['dates that are none', { name: 'A', startDate: '2026-02-30', endDate: 'x' }, ['startDate', 'endDate']],
    ['an unknown template', { name: 'A', templateId: UNKNOWN }, ['templateId']],
    ['a malformed template', { name: 'A', templateId: 'x' }, ['templateId']],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, fields) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test("another organization's template is unknown", async () => {
    const foreign = await makeTemplate(await makeTenant());
    const answer = await create({ name: 'A', templateId: foreign._id });
    expect(answer.body.validationErrors).toMatchObject([{ field: 'templateId', message: expect.any(String) }]);
  });

  test('the yearly limit of the plan holds, also for creations at once; a deleted draft frees it', async () => {
    const limited = await makeTenant();
    const plan = await PlanModel.create({ name: `Two ${limited.slug}`, maxEmployees: null, maxCyclesPerYear: 2 });
    await TenantModel.updateOne({ _id: limited.id }, { $set: { planId: plan._id } });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((count) => create({ name: `C${count}` }, limited.hr)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.errorCode).toBe('PLAN_LIMIT_CYCLES');
    expect(await limited.within(() => CycleModel.countDocuments({}))).toBe(2);
    const made = answers.find(({ status }) => status === 201)?.body.id;
    expect((await service().call('delete', `${PATH}/${made}`, limited.hr)).status).toBe(204);
    expect((await create({ name: 'Again' }, limited.hr)).status).toBe(201);
    expect((await create({ name: 'Too many' }, limited.hr)).status).toBe(409);
  });
});

describe('edit and delete', () => {
  test('settings merge down to the single weight; null clears, absent stays', async () => {
    const { body } = await create({ name: 'Merge', description: 'D', settings: { minPeers: 2, useCalibration: true } });
    const edited = await edit(body.id, { description: null, settings: { weights: { peer: 1 }, maxPeers: 8 } });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ name: 'Merge', description: null, revision: 1 });
    expect(edited.body.settings).toEqual({
      weights: { Self: 0.2, Manager: 0.5, Peer: 1, DirectReport: 0.05, Stakeholder: 0.05 },
      minPeers: 2,
      maxPeers: 8,
      preferSameDepartment: true,
      release: 'HR',
      peerNomination: 'Off',
      nominationEndDate: null,
      maxEvaluations: null,
      reminders: { daysBefore: [], sendOpening: false },
      subjects: null,
      useCalibration: true,
    });
    const refused = await edit(body.id, { settings: { maxPeers: 1 } });
    expect(refused.body.validationErrors[0].field).toBe('settings.maxPeers');
    const late = await edit(body.id, { startDate: '2026-05-01', endDate: '2026-04-01' });
    expect(late.body.validationErrors[0].field).toBe('endDate');
  });

  test('a stale If-Match is 412; a template that was deleted does not prevent other edits', async () => {
    const cycle = await makeCycle(tenant);
    const path = `${PATH}/${cycle._id}`;
    const stale = await service().call('put', path, tenant.hr).set('If-Match', '"7"').send({ name: 'X' });
    expect(stale.status).toBe(412);
    const ok = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ name: 'New name' });
    expect([ok.status, ok.body.name]).toEqual([200, 'New name']);
  });

  test('only a Draft is deleted', async () => {
    const draft = await makeCycle(tenant);
    expect((await service().call('delete', `${PATH}/${draft._id}`, tenant.hr)).status).toBe(204);
    expect((await read(draft._id)).status).toBe(404);
    const open = await makeCycle(tenant);
    await service().call('post', `${PATH}/${open._id}/status/1`, tenant.hr);
    const refused = await service().call('delete', `${PATH}/${open._id}`, tenant.hr);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await read(open._id)).status).toBe(200);
  });
});

describe('lists', () => {
  test('by status, as name or number, and by name', async () => {
    const other = await makeTenant();
    const first = await makeCycle(other, { name: 'Evaluación anual' });
    await makeCycle(other, { name: 'Probation' });
    await service().call('post', `${PATH}/${first._id}/status/Open`, other.hr);
    const names = async (query: string) =>
      (await service().call('get', `${PATH}?${query}`, other.hr)).body.items.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Probation', 'Evaluación anual']);
    expect(await names('status=Open')).toEqual(['Evaluación anual']);
    expect(await names('status=0')).toEqual(['Probation']);
    expect(await names('search=EVALUACION')).toEqual(['Evaluación anual']);
    expect(await names('search=.*')).toEqual([]);
    const wrong = await service().call('get', `${PATH}?status=9`, other.hr);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'status']);
  });

  test('by subject: the cycles in which an employee is evaluated', async () => {
    const other = await makeTenant();
    const evaluated = await makeEvaluatedCycle(other, { subjects: [{}, {}] });
    await makeCycle(other, { name: 'Nobody' });
    const list = (subjectId: string) => service().call('get', `${PATH}?subjectId=${subjectId}`, other.hr);
    const found = await list(evaluated.subjects[0]?.employee._id ?? '');
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([evaluated.cycle._id]);
    expect((await list(evaluated.cycle._id)).body.totalCount).toBe(0);
    expect((await list('x')).status).toBe(400);
  });

  test('counts, participants and completion', async () => {
    const other = await makeTenant();
    const department = await other.within(() => DepartmentModel.create({ name: 'Sales' }));
    const ana = await makeEmployee(other, { firstName: 'Ana', lastName: 'A', departmentId: department._id });
    const { cycle, subjects } = await makeEvaluatedCycle(other, {
      subjects: [
        {
          employee: ana,
          evaluators: [
            { type: EvaluatorType.Self, status: ParticipantStatus.Acknowledged },
            { type: EvaluatorType.Manager, status: ParticipantStatus.InProgress },
          ],
        },
        {},
      ],
    });
    await makeEvaluatedCycle(other, { subjects: 1 });
    const path = `${PATH}/${cycle._id}`;
    const get = async (suffix: string) => (await service().call('get', `${path}${suffix}`, other.hr)).body;
    expect((await get('')).counts).toEqual({ subjects: 2, participants: 4, submitted: 3 });
    const list = await service().call('get', PATH, other.hr);
    expect(list.body.items.map(({ counts }: { counts: object }) => counts)).toEqual([
      { subjects: 1, participants: 2, submitted: 2 },
      { subjects: 2, participants: 4, submitted: 3 },
    ]);

    const participants = await get(`/participants?subjectId=${ana._id}`);
    expect(participants.totalCount).toBe(2);
    const self = participants.items.find(({ evaluatorType }: { evaluatorType: string }) => evaluatorType === 'Self');
    expect(self).toMatchObject({
      subject: 'Ana A',
      evaluator: 'Ana A',
      evaluatorId: ana._id,
      cycle: cycle.name,
      status: 'Acknowledged',
      origin: 'Generation',
    });
    expect(Object.keys(self)).not.toContain('answers');
    const [manager] = subjects[0]?.participants.filter((row) => row.evaluatorType === EvaluatorType.Manager) ?? [];
    for (const [query, count] of [
      ['evaluatorType=Manager', 2],
      ['evaluatorType=0', 2],
      ['status=InProgress', 1],
      ['status=1', 2],
      [`evaluatorId=${manager?.evaluatorId}`, 1],
      ['evaluatorType=Peer', 0],
      ['search=ANA', 2],
      [`search=${manager?.evaluatorId}`, 0],
      [`subjectId=${UNKNOWN}`, 0],
    ])
      expect([query, (await get(`/participants?${query}`)).totalCount]).toEqual([query, count]);
    expect((await get('/participants?evaluatorType=Boss')).validationErrors[0].field).toBe('evaluatorType');
    const second = await get('/participants?page=2&pageSize=3');
    expect([second.items.length, second.totalPages]).toEqual([1, 2]);

    expect(await get('/completion')).toEqual({
      cycleId: cycle._id,
      subjects: 2,
      completeSubjects: 1,
      awaitingCalibration: 0,
      complete: false,
      total: 4,
      submitted: 3,
      byEvaluatorType: [
        { evaluatorType: 'Self', total: 2, submitted: 2 },
        { evaluatorType: 'Manager', total: 2, submitted: 1 },
        { evaluatorType: 'Peer', total: 0, submitted: 0 },
        { evaluatorType: 'DirectReport', total: 0, submitted: 0 },
        { evaluatorType: 'Stakeholder', total: 0, submitted: 0 },
      ],
      byDepartment: [
        { departmentId: department._id, department: 'Sales', subjects: 1, completeSubjects: 0, total: 2, submitted: 1 },
        { departmentId: null, department: null, subjects: 1, completeSubjects: 1, total: 2, submitted: 2 },
      ],
    });
    await other.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { 'settings.useCalibration': true } }));
    expect(await get('/completion')).toMatchObject({ completeSubjects: 0, awaitingCalibration: 1, complete: false });
    await other.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { 'settings.useCalibration': false } }));
    await service().call('delete', `/api/employees/${ana._id}`, other.hr).expect(204);
    expect(await get('/completion')).toMatchObject({ subjects: 1, completeSubjects: 1, complete: true, total: 2 });
  });
});

test('submissions per day, in the zone of the organization', async () => {
  const other = await makeTenant();
  await TenantModel.updateOne({ _id: other.id }, { timezone: 'America/New_York' });
  const { cycle, subjects } = await makeEvaluatedCycle(other, { subjects: 4 });
  const { cycle: untouched } = await makeEvaluatedCycle(other, { subjects: [{ evaluators: [] }] });
  const instants = [
    '2026-03-08T04:59:59Z', // the evening of the 7th in New York, before its clocks change
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59Z', // the evening of the 8th, after they have changed
    '2026-03-11T12:00:00Z',
  ];
  await other.within(async () => {
    for (const [at, subject] of subjects.entries())
      await ParticipantModel.updateMany(
        { cycleId: cycle._id, subjectId: subject.employee._id },
        { submittedAt: new Date(instants[at] ?? '') },
      );
  });
  const progress = async (id: string) => (await service().call('get', `${PATH}/${id}/progress`, other.hr)).body;
  expect(await progress(cycle._id)).toEqual([
    { date: '2026-03-07', submitted: 2, total: 2 },
    { date: '2026-03-08', submitted: 4, total: 6 },
    { date: '2026-03-11', submitted: 2, total: 8 },
  ]);
  const ofDay = (day: string) =>
    service().call('get', `${PATH}/${cycle._id}/participants?submittedOn=${day}`, other.hr);
  const submitted = (await ofDay('2026-03-08')).body;
  expect(submitted.totalCount).toBe(4);
  expect(submitted.items.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual(
    [1, 1, 2, 2].map((at) => subjects[at]?.employee._id),
  );
  expect((await ofDay('2026-03-10')).body.totalCount).toBe(0);
  expect((await ofDay('2026-02-30')).body.validationErrors).toMatchObject([
    { field: 'submittedOn', message: 'must be a date of the calendar' },
  ]);
  expect(await progress(untouched._id)).toEqual([]);
  await service().call('delete', `/api/employees/${subjects[3]?.employee._id}`, other.hr).expect(204);
  const completion = await service().call('get', `${PATH}/${cycle._id}/completion`, other.hr);
  expect((await progress(cycle._id)).at(-1)).toEqual({ date: '2026-03-08', submitted: 4, total: 6 });
  expect(completion.body.submitted).toBe(6);
});

describe('closing whose gaps fail', () => {
  test('the cycle is Closed all the same, and says that the gaps failed', async () => {
    const cycle = await makeCycle(tenant);
    const answer = service()
      .call('post', `${PATH}/${cycle._id}/status/3`, tenant.hr)
      .then((response) => response);
    await tenant.within(async () => {
      let job: Job | null = null;
      const gaps = { type: 'insight.recalculate-gaps', 'payload.cycleId': cycle._id } as const;
      while (!job) job = await JobModel.findOne(gaps).lean<Job>();
      const claim = await claimJob(job._id);
      if (claim.kind !== 'claimed') throw new Error('Someone else runs the job.');
      const error = { code: 'INTERNAL', message: 'given up', validationErrors: [] };
      await endRun(job._id, claim.runToken, { status: JobStatus.Failed, error }, async () =>
        recalculateGaps.onFailed?.({ cycleId: cycle._id }),
      );
    });
    const { status, body } = await answer;
    expect([status, body.status, body.gaps]).toEqual([200, 'Closed', { state: 'Failed', calculatedAt: null }]);
  });
});

describe('who may', () => {
  const routes: ['get' | 'post' | 'put' | 'delete', string][] = [
    ['get', ''],
    ['post', ''],
    ['get', '/{id}'],
    ['put', '/{id}'],
    ['delete', '/{id}'],
    ['get', '/{id}/participants'],
    ['get', '/{id}/completion'],
    ['get', '/{id}/progress'],
    ['post', '/{id}/status/1'],
    ['post', '/{id}/generate-evaluations'],
    ['post', '/{id}/auto-assign-peers'],
    ['post', '/{id}/auto-assign-direct-reports'],
  ];

  test.each(routes)('%s %s: 401 without token, 403 for a user, 404 for another organization', async (method, route) => {
    const cycle = await makeCycle(tenant, { closedAt: now() });
    const path = PATH + route.replace('{id}', cycle._id);
    const anonymous = await service().call(method, path);
    expect([anonymous.status, anonymous.text]).toEqual([401, '']);
    const user = await service().call(method, path, tenant.user).send({});
    expect([user.status, user.text]).toEqual([403, '']);
    if (route === '') return;
    const foreign = await service()
      .call(method, path, (await makeTenant()).hr)
      .send({ name: 'Stolen' });
    expect([foreign.status, foreign.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    expect((await read(cycle._id)).body).toMatchObject({ name: cycle.name, status: 'Draft', revision: 0 });
  });
});
