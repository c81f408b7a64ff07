import { requirementNames } from '../../../shared/framework/requirement-names.store';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { makeCompetency, makeJobProfile, makeSkillFramework } from '../../factories/framework';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
let tenant: TestTenant;
let competencyId: string;
let skillId: string;
let globalSkillId: string;
let foreignSkillId: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const other = await makeTenant();
  competencyId = await tenant.within(async () => (await makeCompetency({ name: 'Planning' }))._id);
  const skillOf = async (scope: string, name: string): Promise<string> =>
    withinTenant(scope, async () => (await makeSkillFramework([{ name }])).skills[0]?.id ?? '');
  skillId = await skillOf(tenant.id, 'Own skill');
  globalSkillId = await skillOf(PLATFORM_SCOPE, 'Global skill');
  foreignSkillId = await skillOf(other.id, 'Foreign skill');
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = tenant.hr) =>
  service().call(method, `/api/job-profiles${path}`, token);
const create = (body: object, token = tenant.hr) => call('post', '', token).send(body);
const fieldsOf = (answer: { body: { validationErrors: { field: string }[] } }) =>
  answer.body.validationErrors.map(({ field }) => field);

describe('job profiles', () => {
  test('create answers 201 with version 1, the department and the names of what is required', async () => {
    const { body: department } = await service()
      .call('post', '/api/departments', tenant.hr)
      .send({ name: 'Engineering' });
    const requirements = [
      { competencyId, requiredLevel: 3, isCritical: true },
      { skillId, requiredLevel: 5 },
      { competencyId: null, skillId: globalSkillId, requiredLevel: 1 },
    ];
    const answer = await create({ code: 'SWE', name: 'Engineer', departmentId: department.id, requirements });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/job-profiles/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      code: 'SWE',
      name: 'Engineer',
      description: null,
      departmentId: department.id,
      department: 'Engineering',
      version: 1,
      previousVersionId: null,
      isCurrent: true,
      requirements: [
        { competencyId, skillId: null, requirement: 'Planning', requiredLevel: 3, isCritical: true },
        { competencyId: null, skillId, requirement: 'Own skill', requiredLevel: 5, isCritical: false },
        { competencyId: null, skillId: globalSkillId, requirement: 'Global skill', requiredLevel: 1 },
      ],
    });
    expect((await call('get', `/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test('edit: a requirement keeps its id, the others go; null clears', async () => {
    const { body } = await create({
      name: 'Edited',
      description: 'x',
      requirements: [
        { competencyId, requiredLevel: 3 },
        { skillId, requiredLevel: 2 },
      ],
    });
    const edited = await call('put', `/${body.id}`).send({
      description: null,
      requirements: [{ competencyId, requiredLevel: 4 }],
    });
    expect(edited.body).toMatchObject({ name: 'Edited', description: null, revision: 1 });
    expect(edited.body.requirements).toEqual([{ ...body.requirements[0], requiredLevel: 4 }]);
    expect((await call('put', `/${body.id}`).set('If-Match', '"0"').send({ name: 'X' })).status).toBe(412);
  });

  test.each<[string, () => object, string]>([
    ['no name', () => ({}), 'name'],
    ['an unknown department', () => ({ name: 'A', departmentId: UNKNOWN }), 'departmentId'],
    ['neither competency nor skill', () => withRequirements({ requiredLevel: 3 }), 'requirements[0].competencyId'],
    ['both', () => withRequirements({ competencyId, skillId, requiredLevel: 3 }), 'requirements[0].skillId'],
    ['level 0', () => withRequirements({ competencyId, requiredLevel: 0 }), 'requirements[0].requiredLevel'],
    ['level 6', () => withRequirements({ competencyId, requiredLevel: 6 }), 'requirements[0].requiredLevel'],
    ['half a level', () => withRequirements({ competencyId, requiredLevel: 2.5 }), 'requirements[0].requiredLevel'],
    ['no level', () => withRequirements({ competencyId }), 'requirements[0].requiredLevel'],
    [
      'a competency twice',
      () => withRequirements({ competencyId, requiredLevel: 1 }, { competencyId, requiredLevel: 2 }),
      'requirements[1].competencyId',
    ],
    [
      'an unknown competency',
      () => withRequirements({ competencyId, requiredLevel: 1 }, { competencyId: UNKNOWN, requiredLevel: 2 }),
      'requirements[1].competencyId',
    ],
    [
      "another tenant's skill",
      () => withRequirements({ skillId: foreignSkillId, requiredLevel: 2 }),
      'requirements[0].skillId',
    ],
    [
      '201 requirements',
      () => withRequirements(...Array.from({ length: 201 }, () => ({ competencyId, requiredLevel: 1 }))),
      'requirements',
    ],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body());
    expect([answer.status, answer.body.errorCode, fieldsOf(answer)]).toEqual([400, 'VALIDATION', [field]]);
  });
  const withRequirements = (...requirements: object[]) => ({ name: 'A', requirements });

  test('what was deleted since is no reason to refuse another change, and is shown without a name', async () => {
    const { body: department } = await service().call('post', '/api/departments', tenant.hr).send({ name: 'Closed' });
    const { body } = await create({ name: 'Survivor', departmentId: department.id });
    expect((await service().call('delete', `/api/departments/${department.id}`, tenant.hr)).status).toBe(204);
    const edited = await call('put', `/${body.id}`).send({ name: 'Renamed' });
    expect([edited.status, edited.body.name, edited.body.department]).toEqual([200, 'Renamed', null]);
  });

  test('a new version is the next number and the current one; the old one stays as it was', async () => {
    const { body: first } = await create({
      code: 'VER',
      name: 'Line',
      requirements: [{ competencyId, requiredLevel: 2 }],
    });
    const answer = await call('post', `/${first.id}/version`);
    expect(answer.status).toBe(201);
    const second = answer.body;
    expect(answer.headers.location).toBe(`/api/job-profiles/${second.id}`);
    expect(second).toMatchObject({
      code: 'VER',
      version: 2,
      previousVersionId: first.id,
      isCurrent: true,
      revision: 0,
    });
    expect(second.requirements).toEqual(first.requirements);
    expect((await call('get', `/${first.id}`)).body).toMatchObject({ version: 1, isCurrent: false });
    const refused = await call('put', `/${first.id}`).send({ name: 'Rewritten' });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await call('put', `/${second.id}`).send({ name: 'Line 2' })).status).toBe(200);

    const third = (await call('post', `/${first.id}/version`).send({ name: 'Back to one' })).body;
    expect(third).toMatchObject({ name: 'Back to one', version: 3, previousVersionId: first.id, isCurrent: true });
    const current = await call('get', '?isCurrent=true&search=VER');
    expect(current.body.items.map((item: { id: string }) => item.id)).toEqual([third.id]);
    expect((await call('get', '?search=ver')).body.totalCount).toBe(3);
  });

  test('the newest version that is left becomes current, and a number is not used twice', async () => {
    const { body: first } = await create({ name: 'Shrinking' });
    const { body: second } = await call('post', `/${first.id}/version`);
    expect((await call('delete', `/${second.id}`)).status).toBe(204);
    expect((await call('get', `/${first.id}`)).body.isCurrent).toBe(true);
    expect((await call('post', `/${first.id}/version`)).body.version).toBe(3);
  });

  test('versions that are made at the same time are numbered one after the other', async () => {
    const { body: first } = await create({ name: 'Parallel' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('post', `/${first.id}/version`)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5]);
    expect((await call('get', '?search=Parallel&isCurrent=true')).body.totalCount).toBe(1);
  });

  test('a code belongs to one line: 409 CONFLICT elsewhere, until all its versions are deleted', async () => {
    const { body: first } = await create({ code: 'ONE', name: 'One' });
    const { body: second } = await call('post', `/${first.id}/version`);
    const taken = await create({ code: 'ONE', name: 'Another' });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    await call('delete', `/${first.id}`);
    expect((await create({ code: 'ONE', name: 'Another' })).status).toBe(409);
    await call('delete', `/${second.id}`);
    expect((await create({ code: 'ONE', name: 'Another' })).status).toBe(201);
  });

  test('list by department; options show the current versions', async () => {
    const mine = await makeTenant();
    const { body: department } = await service().call('post', '/api/departments', mine.hr).send({ name: 'Sales' });
    const { body: seller } = await create({ name: 'Seller', departmentId: department.id }, mine.hr);
    await create({ name: 'Anybody' }, mine.hr);
    const { body: version } = await call('post', `/${seller.id}/version`, mine.hr);
    const list = await call('get', `?departmentId=${department.id}`, mine.hr);
    expect(list.body.items.map((item: { version: number }) => item.version)).toEqual([2, 1]);
    const options = await call('get', '/options', mine.hr);
    expect(options.body.map((option: { name: string; id: string }) => option.name)).toEqual(['Anybody', 'Seller']);
    expect(options.body[1].id).toBe(version.id);
  });

  test("another tenant's profile is 404 for every operation", async () => {
    const other = await makeTenant();
    const { _id: id } = await tenant.within(() => makeJobProfile());
    for (const [method, path] of [
      ['get', `/${id}`],
      ['put', `/${id}`],
      ['delete', `/${id}`],
      ['post', `/${id}/version`],
    ] as const) {
      const answer = await call(method, path, other.hr).send(method === 'get' ? undefined : {});
      expect([method, path, answer.status, answer.body.errorCode]).toEqual([method, path, 404, 'NOT_FOUND']);
    }
    expect((await call('get', `/${id}`)).body.version).toBe(1);
  });

  test('who may: no token 401, an ordinary user 403', async () => {
    expect((await service().call('get', '/api/job-profiles')).status).toBe(401);
    expect((await call('get', '', tenant.user)).status).toBe(403);
  });
});

test('names of requirements: own and global, null for what the tenant does not see', async () => {
  const ids = [competencyId, skillId, globalSkillId, foreignSkillId, UNKNOWN, null];
  const some = await tenant.within(() => requirementNames(ids));
  expect(ids.map(some)).toEqual(['Planning', 'Own skill', 'Global skill', null, null, null]);
  const all = await tenant.within(() => requirementNames());
  expect(ids.map(all)).toEqual(ids.map(some));
});
