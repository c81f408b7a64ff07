import { employeesWithCareerPath } from '../../../shared/insight/readiness.store';
import { newId } from '../../../shared/kernel/ids';
import { CareerAssignmentModel } from '../../../shared/people/career-assignment.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee } from '../../factories/employee';
import { makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
/** Three job profiles. */
let profiles: string[];
let employees: string[];
beforeAll(async () => {
  tenant = await makeTenant();
  [profiles, employees] = await tenant.within(async () => [
    [
      (await makeJobProfile([{}], { name: 'Junior' }))._id,
      (await makeJobProfile([{}], { name: 'Senior' }))._id,
      (await makeJobProfile([{}], { name: 'Lead' }))._id,
    ],
    [(await makeEmployee())._id, (await makeEmployee())._id],
  ]);
});

const stepsOf = (...orders: number[]) => orders.map((order, at) => ({ order, jobProfileId: profiles[at] }));
const create = (body: object, token = tenant.hr) => service().call('post', '/api/career-paths', token).send(body);
const created = async (name = 'Path'): Promise<string> => (await create({ name, steps: stepsOf(1, 2) })).body.id;
const assign = (path: string, employee: string, token = tenant.hr) =>
  service().call('put', `/api/career-paths/${path}/employees/${employee}`, token);
const unassign = (path: string, employee: string, token = tenant.hr) =>
  service().call('delete', `/api/career-paths/${path}/employees/${employee}`, token);

describe('career paths', () => {
  test('create answers 201 with the resource, Location and ETag; the steps are in order', async () => {
    const steps = [
      { order: 2, jobProfileId: profiles[1], minMonths: 18 },
      { order: 1, jobProfileId: profiles[0] },
    ];
    const answer = await create({ name: 'Engineering', description: 'For engineers', steps });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Engineering',
      description: 'For engineers',
      steps: [
        { order: 1, jobProfileId: profiles[0], jobProfile: 'Junior', minMonths: null },
        { order: 2, jobProfileId: profiles[1], jobProfile: 'Senior', minMonths: 18 },
      ],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.location).toBe(`/api/career-paths/${answer.body.id}`);
    expect(answer.headers.etag).toMatch(/^"0-/);
  });

  test('everyone reads them by name; search is literal', async () => {
    await created('Ventas técnicas');
    const list = await service().call('get', '/api/career-paths?search=TECNICAS', tenant.user);
    expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(['Ventas técnicas']);
    const detail = await service().call('get', `/api/career-paths/${list.body.items[0].id}`, tenant.user);
    expect([detail.status, detail.body]).toEqual([200, list.body.items[0]]);
    expect((await service().call('get', '/api/career-paths?search=.*', tenant.user)).body.totalCount).toBe(0);
  });

  test('edit: absent stays, null clears, steps are replaced, a stale If-Match is 412', async () => {
    const { body } = await create({ name: 'Old', description: 'Text', steps: stepsOf(1, 2) });
    const path = `/api/career-paths/${body.id}`;
    const edited = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ description: null });
    expect(edited.body).toMatchObject({ name: 'Old', description: null, steps: body.steps, revision: 1 });
    const shorter = await service()
      .call('put', path, tenant.hr)
      .send({ name: 'New', steps: stepsOf(1) });
    expect(shorter.body).toMatchObject({ name: 'New', revision: 2 });
    expect(shorter.body.steps.length).toBe(1);
    const found = await service().call('get', '/api/career-paths?search=new', tenant.hr);
    expect(found.body.items[0].id).toBe(body.id);
    const stale = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ name: 'X' });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  const unknown = newId();
  test.each<[string, () => object, string]>([
    ['no name', () => ({ steps: stepsOf(1) }), 'name'],
    ['no steps', () => ({ name: 'A' }), 'steps'],
    ['an empty list of steps', () => ({ name: 'A', steps: [] }), 'steps'],
    ['a hole', () => ({ name: 'A', steps: stepsOf(1, 3) }), 'steps[1].order'],
    ['an order twice', () => ({ name: 'A', steps: stepsOf(1, 1) }), 'steps[1].order'],
    ['an order of 0', () => ({ name: 'A', steps: stepsOf(0) }), 'steps[0].order'],
    [
      'an unknown profile',
      () => ({ name: 'A', steps: [{ order: 1, jobProfileId: unknown }] }),
      'steps[0].jobProfileId',
    ],
    ['a malformed profile', () => ({ name: 'A', steps: [{ order: 1, jobProfileId: 'x' }] }), 'steps[0].jobProfileId'],
    [
      'a profile twice',
      () => ({ name: 'A', steps: [1, 2].map((order) => ({ order, jobProfileId: profiles[0] })) }),
      'steps[1].jobProfileId',
    ],
    [
      'months that are none',
      () => ({ name: 'A', steps: [{ order: 1, jobProfileId: profiles[0], minMonths: -1 }] }),
      'steps[0].minMonths',
    ],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test('a version of a profile that is a step already is refused too', async () => {
    const version = await service().call('post', `/api/job-profiles/${profiles[0]}/version`, tenant.hr).send({});
    const steps = [profiles[0], version.body.id].map((jobProfileId, at) => ({ order: at + 1, jobProfileId }));
    expect((await create({ name: 'A', steps })).body.validationErrors[0].field).toBe('steps[1].jobProfileId');
  });

  test('a job profile that is a step cannot be deleted, until it is none', async () => {
    const profileId = await tenant.within(async () => (await makeJobProfile())._id);
    const path = (await create({ name: 'Keeps it', steps: [{ order: 1, jobProfileId: profileId }] })).body.id;
    const refused = await service().call('delete', `/api/job-profiles/${profileId}`, tenant.hr);
    expect([refused.status, refused.body.errorMessage]).toEqual([409, expect.stringContaining('"Keeps it"')]);
    await service().call('delete', `/api/career-paths/${path}`, tenant.hr);
    expect((await service().call('delete', `/api/job-profiles/${profileId}`, tenant.hr)).status).toBe(204);
  });

  test('who may: everyone reads, HR writes', async () => {
    const id = await created();
    const path = `/api/career-paths/${id}`;
    expect((await service().call('get', path)).status).toBe(401);
    for (const answer of [
      await create({ name: 'A', steps: stepsOf(1) }, tenant.user),
      await service().call('put', path, tenant.user).send({ name: 'A' }),
      await service().call('delete', path, tenant.user),
      await assign(id, employees[0]!, tenant.user),
      await unassign(id, employees[0]!, tenant.user),
    ])
      expect([answer.status, answer.text]).toEqual([403, '']);
  });
});

describe('who is on a path', () => {
  /** Path ids of the assignments of an employee. */
  const stored = (employeeId: string) =>
    tenant.within(async () =>
      (await CareerAssignmentModel.find({ employeeId, careerPathId: { $ne: null } }).lean()).map(
        (row) => row.careerPathId,
      ),
    );
  const pathsOf = async (employeeId: string, token = tenant.hr): Promise<string[]> => {
    const { body } = await service().call('get', `/api/career-paths?employeeId=${employeeId}`, token);
    return body.items.map(({ id }: { id: string }) => id);
  };

  test('assign answers who is on what since when; again it changes nothing', async () => {
    const path = await created('Assigned');
    const answer = await assign(path, employees[0]!);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        careerPathId: path,
        careerPath: 'Assigned',
        employeeId: employees[0],
        employee: expect.stringMatching(/^Ana Test /),
        assignedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await assign(path, employees[0]!)).body).toEqual(answer.body);
    expect(await pathsOf(employees[0]!)).toEqual([path]);
  });

  test('no one is on two paths: another one takes the place of the first', async () => {
    const [first, second] = [await created(), await created()];
    await assign(first, employees[0]!);
    await assign(second, employees[0]!);
    expect(await stored(employees[0]!)).toEqual([second]);
    expect((await unassign(first, employees[0]!)).status).toBe(404);
    expect((await unassign(second, employees[0]!)).status).toBe(204);
    expect(await pathsOf(employees[0]!)).toEqual([]);
  });

  test('calls at the same moment leave one assignment', async () => {
    const paths = [await created(), await created(), await created()];
    const answers = await Promise.all([...paths, ...paths].map((path) => assign(path, employees[1]!)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const [left, ...others] = await stored(employees[1]!);
    expect(others).toEqual([]);
    expect(paths).toContain(left);
  });

  test('an unknown path or employee is 404', async () => {
    const path = await created();
    for (const answer of [await assign(newId(), employees[0]!), await assign(path, newId())])
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  test('a deleted path is no one’s', async () => {
    const path = await created();
    await assign(path, employees[0]!);
    expect((await service().call('delete', `/api/career-paths/${path}`, tenant.hr)).status).toBe(204);
    expect((await service().call('get', `/api/career-paths/${path}`, tenant.hr)).status).toBe(404);
    expect(await stored(employees[0]!)).toEqual([]);
    expect(await tenant.within(() => employeesWithCareerPath([employees[0]!]))).toEqual(new Set());
  });

  test('an ordinary user finds their path and those of direct reports', async () => {
    const path = await created();
    const [manager, report] = await tenant.within(async () => {
      const boss = await makeEmployee();
      return [boss._id, (await makeEmployee({ managerId: boss._id }))._id];
    });
    await assign(path, report);
    const tokenOf = (employeeId: string) => tenant.signedIn({ employeeId });
    for (const token of [await tokenOf(report), await tokenOf(manager), tenant.hr])
      expect(await pathsOf(report, token)).toEqual([path]);
    for (const token of [await tokenOf(employees[0]!), tenant.user]) expect(await pathsOf(report, token)).toEqual([]);
  });

  test('a deleted employee is on no list', async () => {
    const path = await created();
    const employee = await tenant.within(async () => (await makeEmployee())._id);
    await assign(path, employee);
    await tenant.within(() => EmployeeModel.updateOne({ _id: employee }, { $set: { isDeleted: true } }));
    expect(await pathsOf(employee)).toEqual([]);
    const readiness = await service().call('get', `/api/career-paths/${path}/readiness`, tenant.hr);
    expect([readiness.body.totalCount, readiness.body.items]).toEqual([0, []]);
  });
});
