import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Employee } from '../../../shared/people/employee.model';
import { type EvaluatedCycle, makeCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const PATH = '/api/peer-assignments';
const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
let tenant: TestTenant;
let evaluated: EvaluatedCycle;
let ids: { cycleId: string; subjectId: string; evaluatorId: string };
beforeEach(async () => {
  tenant = await makeTenant();
  evaluated = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open }, subjects: 2 });
  const evaluatorId = (await makeEmployee(tenant, { firstName: 'Eva', lastName: 'Luator' }))._id;
  ids = { cycleId: evaluated.cycle._id, subjectId: evaluated.subjects[0]?.employee._id ?? '', evaluatorId };
});

const create = (body: object) => service().call('post', PATH, tenant.hr).send(body);
const list = (query: string) => service().call('get', `${PATH}?${query}`, tenant.hr);
const remove = (id: string | undefined) => service().call('delete', `${PATH}/${id}`, tenant.hr);

describe('assign by hand', () => {
  test.each([undefined, EvaluatorType.Peer, EvaluatorType.DirectReport, EvaluatorType.Stakeholder])(
    'type %s: 201, readable at Location, listed',
    async (evaluatorType) => {
      const answer = await create({ ...ids, evaluatorType });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        ...ids,
        evaluatorType: evaluatorType ?? 'Peer',
        evaluator: 'Eva Luator',
        cycle: evaluated.cycle.name,
        status: 'InProgress',
        origin: 'Manual',
        startedAt: null,
      });
      const read = await service().call('get', answer.headers.location ?? '', tenant.hr);
      expect([read.status, read.body]).toEqual([200, answer.body]);
      expect((await list(`cycleId=${ids.cycleId}`)).body.items).toEqual([answer.body]);
    },
  );

  test('Self and Manager follow from the generation: refused and not listed; Self is not readable', async () => {
    for (const evaluatorType of ['Self', 'Manager']) {
      const refused = await create({ ...ids, evaluatorType });
      expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'evaluatorType']);
    }
    expect((await list(`cycleId=${ids.cycleId}`)).body.totalCount).toBe(0);
    for (const { _id, evaluatorType } of evaluated.subjects[0]?.participants ?? []) {
      const status = evaluatorType === EvaluatorType.Self ? 404 : 200;
      expect((await service().call('get', `${PATH}/${_id}`, tenant.hr)).status).toBe(status);
      expect((await remove(_id)).status).toBe(409); // Self, and a manager who has submitted
    }
  });

  test.each<[string, string, () => Promise<object>]>([
    ['an unknown cycle', 'cycleId', async () => ({ cycleId: UNKNOWN })],
    ['an unknown subject', 'subjectId', async () => ({ subjectId: UNKNOWN })],
    ['an unknown evaluator', 'evaluatorId', async () => ({ evaluatorId: UNKNOWN })],
    ['a malformed evaluator', 'evaluatorId', async () => ({ evaluatorId: 'x' })],
    ['no evaluator', 'evaluatorId', async () => ({ evaluatorId: undefined })],
    ['oneself', 'evaluatorId', async () => ({ evaluatorId: ids.subjectId })],
    ['an unknown type', 'evaluatorType', async () => ({ evaluatorType: 'Friend' })],
    ['a subject without evaluation', 'subjectId', async () => ({ subjectId: (await makeEmployee(tenant))._id })],
    [
      'an evaluator on leave',
      'evaluatorId',
      async () => ({ evaluatorId: (await makeEmployee(tenant, { status: EmployeeStatus.OnLeave }))._id }),
    ],
    [
      "another organization's evaluator",
      'evaluatorId',
      async () => ({ evaluatorId: (await makeEmployee(await makeTenant()))._id }),
    ],
    ["another organization's cycle", 'cycleId', async () => ({ cycleId: (await makeCycle(await makeTenant()))._id })],
  ])('%s is 400 VALIDATION on %s', async (_case, field, change) => {
    const answer = await create({ ...ids, ...(await change()) });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('one role per evaluator and subject: 409, also at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(ids)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = await create({ ...ids, evaluatorType: 'Stakeholder' });
    expect([other.status, other.body.errorCode]).toEqual([409, 'CONFLICT']);
    const manager = evaluated.subjects[0]?.employee.managerId;
    expect((await create({ ...ids, evaluatorId: manager })).status).toBe(409);
  });

  test('neither the manager of the evaluation nor the present one becomes a peer: 400', async () => {
    const kept = await makeEmployee(tenant);
    const present = evaluated.subjects[0]?.employee.managerId;
    await tenant.within(async () => {
      await EvaluationModel.updateOne(
        { cycleId: ids.cycleId, subjectId: ids.subjectId },
        { $set: { managerId: kept._id } },
      );
      await ParticipantModel.deleteMany({ subjectId: ids.subjectId, evaluatorType: EvaluatorType.Manager });
    });
    for (const evaluatorId of [kept._id, present]) {
      const refused = await create({ ...ids, evaluatorId });
      expect([refused.status, refused.body.validationErrors]).toMatchObject([
        400,
        [{ field: 'evaluatorId', message: 'must not be the manager of the subject' }],
      ]);
      expect((await create({ ...ids, evaluatorId, evaluatorType: EvaluatorType.Stakeholder })).status).toBe(201);
    }
  });

  test.each([CycleStatus.Closed, CycleStatus.Archived])('a cycle that is %s takes no one: 409', async (status) => {
    const over = await makeEvaluatedCycle(tenant, { cycle: { status }, subjects: 1 });
    const subjectId = over.subjects[0]?.employee._id;
    expect((await create({ ...ids, cycleId: over.cycle._id, subjectId })).status).toBe(409);
  });
});

describe('replace', () => {
  test.each<[string, EvaluatorType, (subject: Employee) => Promise<Employee['_id'] | null>]>([
    ['the manager as Peer', EvaluatorType.Peer, async ({ managerId }) => managerId],
    [
      'a direct report as Peer',
      EvaluatorType.Peer,
      async ({ _id }) => (await makeEmployee(tenant, { managerId: _id }))._id,
    ],
    ['a DirectReport who is none', EvaluatorType.DirectReport, async () => ids.evaluatorId],
    [
      'an evaluator on leave',
      EvaluatorType.Stakeholder,
      async () => (await makeEmployee(tenant, { status: EmployeeStatus.OnLeave }))._id,
    ],
  ])('%s is 400 VALIDATION on evaluatorId, and the row stays', async (_case, type, choose) => {
    const manager = await makeEmployee(tenant);
    const employee = await makeEmployee(tenant, { managerId: manager._id });
    const evaluators = [{ type, status: ParticipantStatus.InProgress }];
    const { subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ employee, evaluators }],
    });
    const path = `${PATH}/${subjects[0]?.participants[0]?._id}`;
    const answer = await service()
      .call('post', `${path}/replace`, tenant.hr)
      .send({ evaluatorId: await choose(employee) });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field: 'evaluatorId', message: expect.any(String) }]);
    expect((await service().call('get', path, tenant.hr)).status).toBe(200);
  });
});

describe('list and remove', () => {
  test('filters by subject and evaluator; needs a cycle that exists', async () => {
    const second = evaluated.subjects[1]?.employee._id ?? '';
    await create(ids);
    await create({ ...ids, subjectId: second });
    const count = async (query: string) => (await list(`cycleId=${ids.cycleId}&${query}`)).body.totalCount;
    expect(await count('')).toBe(2);
    expect(await count(`subjectId=${second}`)).toBe(1);
    expect(await count(`evaluatorId=${ids.evaluatorId}`)).toBe(2);
    expect(await count(`evaluatorId=${second}`)).toBe(0);
    expect((await list('')).body.validationErrors[0].field).toBe('cycleId');
    expect((await list('cycleId=x')).status).toBe(400);
    expect((await list(`cycleId=${UNKNOWN}`)).status).toBe(404);
  });

  test('204 while in progress, 409 once submitted, then it stays', async () => {
    const { body } = await create(ids);
    expect((await remove(body.id)).status).toBe(204);
    expect((await remove(body.id)).status).toBe(404);
    const submitted = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: EvaluatorType.Peer, status: ParticipantStatus.Submitted }] }],
    });
    const [peer] = submitted.subjects[0]?.participants ?? [];
    expect((await remove(peer?._id)).status).toBe(409);
    expect((await list(`cycleId=${submitted.cycle._id}`)).body.totalCount).toBe(1);
  });

  test('who may: 401 without token, 403 for a user, 404 for another organization', async () => {
    const { body } = await create(ids);
    const path = `${PATH}/${body.id}`;
    const other = await makeTenant();
    for (const method of ['get', 'delete'] as const) {
      expect((await service().call(method, path)).status).toBe(401);
      expect((await service().call(method, path, tenant.user)).status).toBe(403);
      expect((await service().call(method, path, other.hr)).status).toBe(404);
    }
    expect((await service().call('get', path, tenant.hr)).status).toBe(200);
  });
});
