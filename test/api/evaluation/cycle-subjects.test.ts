import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { Presence } from '../../../shared/evaluation/participants/presence';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeDepartment } from '../../factories/department';
import { makeEmployee } from '../../factories/employee';
import { makeCycle } from '../../factories/evaluation';
import { makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
let sales: string;
let ids: Record<'boss' | 'ana' | 'luis' | 'new' | 'leave', string>;
let profileId: string;
beforeEach(async () => {
  tenant = await makeTenant();
  await tenant.within(async () => {
    sales = await makeDepartment('Sales');
    const team = await makeDepartment('Team', { parentId: sales });
    profileId = (await makeJobProfile([]))._id;
    const boss = (await makeEmployee({ lastName: 'Aguado', hireDate: '2015-01-01' }))._id;
    const make = async (lastName: string, fields: object) =>
      (await makeEmployee({ lastName, managerId: boss, departmentId: team, ...fields }))._id;
    ids = {
      boss,
      ana: await make('Bueno', { hireDate: '2020-01-01', jobProfileId: profileId }),
      luis: await make('Castro', { hireDate: '2026-11-01', departmentId: sales }),
      new: await make('Duque', { hireDate: null }),
      leave: await make('Espino', { status: EmployeeStatus.OnLeave }),
    };
  });
});

const call = (method: 'get' | 'post' | 'put', path: string, token = tenant.hr) =>
  service().call(method, `/api/evaluation-cycles${path}`, token);
const cycleWith = async (subjects: object | null): Promise<string> => {
  const { _id } = await makeCycle(tenant);
  expect((await call('put', `/${_id}`).send({ settings: { subjects } })).status).toBe(200);
  return _id;
};
const generate = async (cycleId: string) => (await call('post', `/${cycleId}/generate-evaluations`).expect(200)).body;
const subjectsOf = (cycleId: string): Promise<string[]> =>
  tenant.within(() => EvaluationModel.distinct('subjectId', { cycleId, subjectPresence: Presence.Present }));
const namesOf = (cycleId: string) =>
  subjectsOf(cycleId).then((found) =>
    Object.entries(ids)
      .filter(([, id]) => found.includes(id))
      .map(([name]) => name),
  );

describe('who is evaluated', () => {
  test.each([
    ['nothing', () => null, ['boss', 'ana', 'luis', 'new']],
    ['a department with those below it', () => ({ departmentIds: [sales] }), ['ana', 'luis', 'new']],
    ['a job profile', () => ({ jobProfileIds: [profileId] }), ['ana']],
    ['a date of hire; an unknown one is not before it', () => ({ hiredBefore: '2026-01-01' }), ['boss', 'ana']],
    ['two kinds, which narrow each other', () => ({ departmentIds: [sales], hiredBefore: '2026-01-01' }), ['ana']],
    ['who is left out', () => ({ excludedIds: [ids.ana, ids.boss] }), ['luis', 'new']],
    ['who comes in', () => ({ jobProfileIds: [profileId], includedIds: [ids.new] }), ['ana', 'new']],
    ['included ones alone, of whom one is on leave', () => ({ includedIds: [ids.luis, ids.leave] }), ['luis']],
  ])('by %s', async (_name, rule, expected) => {
    const cycleId = await cycleWith(rule());
    const preparation = (await call('get', `/${cycleId}/preparation`)).body;
    expect([preparation.subjects.count, preparation.subjects.excludedCount]).toEqual([
      expected.length,
      4 - expected.length,
    ]);
    await generate(cycleId);
    expect(await namesOf(cycleId)).toEqual(expected);
  });

  test('the preparation says by name who is left out, and why', async () => {
    const cycleId = await cycleWith({ departmentIds: [sales], hiredBefore: '2026-11-01', excludedIds: [ids.ana] });
    const { subjects } = (await call('get', `/${cycleId}/preparation`)).body;
    expect(subjects.excluded.map(({ employeeId, reason }: Record<string, string>) => [employeeId, reason])).toEqual([
      [ids.boss, 'Department'],
      [ids.ana, 'Excluded'],
      [ids.luis, 'HireDate'],
      [ids.new, 'HireDate'],
    ]);
    const view = (await call('get', `/${cycleId}`)).body.settings.subjects;
    expect(view).toMatchObject({ departments: ['Sales'], jobProfiles: [], included: [], hiredBefore: '2026-11-01' });
    expect(view).toMatchObject({ excludedIds: [ids.ana], excluded: [expect.stringMatching(/ana/i)] });
  });

  test('managers outside of the rule evaluate too', async () => {
    const cycleId = await cycleWith({ departmentIds: [sales] });
    expect((await generate(cycleId)).withoutManager).toEqual([]);
  });

  test('refusals: a rule that says nothing, unknown ids, a wrong date, an unknown member', async () => {
    const { _id } = await makeCycle(tenant);
    const fieldsOf = async (subjects: object) =>
      (await call('put', `/${_id}`).send({ settings: { subjects } })).body.validationErrors.map(
        ({ field }: { field: string }) => field,
      );
    expect(await fieldsOf({})).toEqual(['settings.subjects']);
    expect(await fieldsOf({ departmentIds: [ids.ana] })).toEqual(['settings.subjects.departmentIds[0]']);
    expect(await fieldsOf({ excludedIds: [sales] })).toEqual(['settings.subjects.excludedIds[0]']);
    expect(await fieldsOf({ hiredBefore: '2026-02-31' })).toEqual(['settings.subjects.hiredBefore']);
  });
});

describe('a rule that changes', () => {
  test('while Draft generating again adds and removes', async () => {
    const cycleId = await cycleWith({ jobProfileIds: [profileId] });
    await generate(cycleId);
    await call('put', `/${cycleId}`).send({ settings: { subjects: { includedIds: [ids.luis] } } });
    expect(await generate(cycleId)).toMatchObject({ evaluations: 1, created: 1 });
    expect(await namesOf(cycleId)).toEqual(['luis']);
    const rows = await tenant.within(() => ParticipantModel.distinct('subjectId', { cycleId }));
    expect(rows).toEqual([ids.luis]);
    expect((await call('get', `/${cycleId}`)).body.counts).toMatchObject({ subjects: 1, participants: 2 });
  });

  test('whoever has answered is withdrawn instead of removed', async () => {
    const cycleId = await cycleWith({ includedIds: [ids.ana] });
    await generate(cycleId);
    await tenant.within(() => ParticipantModel.updateMany({ cycleId }, { $set: { startedAt: new Date() } }));
    await call('put', `/${cycleId}`).send({ settings: { subjects: { includedIds: [ids.luis] } } });
    await generate(cycleId);
    const rows = await tenant.within(() => EvaluationModel.find({ cycleId }).lean());
    expect(rows.map(({ subjectId, subjectPresence }) => [subjectId, subjectPresence])).toEqual(
      expect.arrayContaining([
        [ids.ana, 'Withdrawn'],
        [ids.luis, 'Present'],
      ]),
    );
  });

  test('from Open on it stays: 409', async () => {
    const cycleId = await cycleWith({ includedIds: [ids.ana] });
    await generate(cycleId);
    await call('post', `/${cycleId}/status/1`).expect(200);
    const refused = await call('put', `/${cycleId}`).send({ settings: { subjects: null } });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    const same = await call('put', `/${cycleId}`).send({
      settings: { subjects: { includedIds: [ids.ana] }, minPeers: 2 },
    });
    expect(same.status).toBe(200);
  });
});

describe('single subjects of an open cycle', () => {
  let cycleId: string;
  beforeEach(async () => {
    cycleId = await cycleWith({ includedIds: [ids.ana] });
    await generate(cycleId);
    await call('post', `/${cycleId}/status/1`).expect(200);
  });
  const withdraw = (employeeId: string, body: object = { reason: 'Changes team.' }) =>
    call('post', `/${cycleId}/subjects/${employeeId}/withdraw`).send(body);
  const add = (...employeeIds: string[]) => call('post', `/${cycleId}/subjects`).send({ employeeIds });

  test('added ones get their evaluations, and stay when it is generated again', async () => {
    expect(await add(ids.luis).then(({ status, body }) => [status, body.created])).toEqual([200, 1]);
    expect(await generate(cycleId)).toMatchObject({ evaluations: 2, created: 0 });
    expect(await namesOf(cycleId)).toEqual(['ana', 'luis']);
    const refused = await add(ids.leave);
    expect(refused.body.validationErrors).toMatchObject([{ field: 'employeeIds[0]' }]);
  });

  test('a withdrawn one is asked about by no one, and generating again does not bring them back', async () => {
    const answer = await withdraw(ids.ana);
    expect([answer.status, answer.body]).toEqual([
      200,
      { subjectId: ids.ana, reason: 'Changes team.', withdrawnAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect((await withdraw(ids.ana, { reason: 'Again.' })).body.reason).toBe('Changes team.');
    await generate(cycleId);
    expect(await namesOf(cycleId)).toEqual([]);
    expect((await call('get', `/${cycleId}`)).body.counts).toEqual({ subjects: 0, participants: 0, submitted: 0 });
    const { subjects } = (await call('get', `/${cycleId}/preparation`)).body;
    expect(subjects.excluded.find(({ employeeId }: { employeeId: string }) => employeeId === ids.ana)).toMatchObject({
      reason: 'Withdrawn',
    });
    const { body } = await service().call('get', `/api/peer-assignments?cycleId=${cycleId}`, tenant.hr);
    expect(body.items.every(({ withdrawn }: { withdrawn: boolean }) => withdrawn)).toBe(true);
  });

  test('whom HR withdrew stays so when leaving and returning, and takes part again when added', async () => {
    await withdraw(ids.ana);
    for (const status of ['Terminated', 'Active'])
      await service().call('put', `/api/employees/${ids.ana}`, tenant.hr).send({ status }).expect(200);
    expect(await namesOf(cycleId)).toEqual([]);
    await add(ids.ana).expect(200);
    expect(await namesOf(cycleId)).toEqual(['ana']);
    expect((await call('get', `/${cycleId}`)).body.counts).toMatchObject({ subjects: 1, participants: 2 });
  });

  test('refusals: someone else, no reason, a closed cycle', async () => {
    expect((await withdraw(ids.luis)).status).toBe(404);
    expect((await withdraw(ids.ana, { reason: ' ' })).status).toBe(400);
    await call('post', `/${cycleId}/status/3`);
    expect((await withdraw(ids.ana)).status).toBe(409);
    expect((await add(ids.luis)).status).toBe(409);
    expect(await tenant.within(() => EmployeeModel.countDocuments())).toBe(5);
  });
});
