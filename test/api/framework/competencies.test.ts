import { makeCompetency, makeJobProfile, makeTemplate } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([makeTenant(), makeTenant()]);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = tenant.hr) =>
  service().call(method, `/api${path}`, token);
const create = (body: object, token = tenant.hr) => call('post', '/competencies', token).send(body);
const createCategory = (body: object) => call('post', '/competency-categories').send(body);

describe('competency categories', () => {
  test('create, read, edit and delete', async () => {
    const created = await createCategory({ name: ' Liderazgo ', description: 'Giving direction', order: 3 });
    expect(created.status).toBe(201);
    const path = `/competency-categories/${created.body.id}`;
    expect(created.headers).toMatchObject({ location: `/api${path}`, etag: expect.stringMatching(/^"0-/) });
    expect(created.body).toMatchObject({ name: 'Liderazgo', description: 'Giving direction', order: 3, revision: 0 });
    expect((await call('get', path)).body).toEqual(created.body);
    const edited = await call('put', path).set('If-Match', '"0"').send({ description: null });
    expect(edited.body).toMatchObject({ name: 'Liderazgo', description: null, order: 3, revision: 1 });
    expect((await call('put', path).set('If-Match', '"0"').send({ order: 1 })).status).toBe(412);
    expect((await call('delete', path)).status).toBe(204);
    expect((await call('get', path)).status).toBe(404);
  });

  test('the list is in the order of `order`, then by name, and is searched without accents', async () => {
    const mine = await makeTenant();
    for (const [name, order] of [
      ['Técnica', 2],
      ['Beta', 1],
      ['Alfa', 2],
    ] as const)
      await service().call('post', '/api/competency-categories', mine.hr).send({ name, order });
    const names = async (query: string): Promise<string[]> => {
      const { body } = await service().call('get', `/api/competency-categories${query}`, mine.hr);
      return body.items.map((item: { name: string }) => item.name);
    };
    expect(await names('')).toEqual(['Beta', 'Alfa', 'Técnica']);
    expect(await names('?search=TECNICA')).toEqual(['Técnica']);
    expect(await names('?page=2&pageSize=1')).toEqual(['Alfa']);
  });

  test('one with competencies cannot be deleted: 409', async () => {
    const { body: category } = await createCategory({ name: 'Used' });
    const { body: competency } = await create({ name: 'In it', categoryId: category.id });
    const refused = await call('delete', `/competency-categories/${category.id}`);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await call('delete', `/competencies/${competency.id}`)).status).toBe(204);
    expect((await call('delete', `/competency-categories/${category.id}`)).status).toBe(204);
  });
});

describe('competencies', () => {
  test('create answers 201 with the resource, its category and its levels from the lowest', async () => {
    const { body: category } = await createCategory({ name: 'Delivery' });
    const levels = [
      { level: 5, label: ' Reference ', descriptor: 'Sets the standard.' },
      { level: 1, label: 'Foundational' },
    ];
    const answer = await create({ code: ' DEL-1 ', name: 'Planning', categoryId: category.id, levels });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/competencies/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(String),
      code: 'DEL-1',
      name: 'Planning',
      description: null,
      categoryId: category.id,
      category: 'Delivery',
      levels: [
        { level: 1, label: 'Foundational', descriptor: '' },
        { level: 5, label: 'Reference', descriptor: 'Sets the standard.' },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
  });

  test('edit: absent stays, null clears, levels are replaced as a whole', async () => {
    const { body } = await create({ code: 'ED-1', name: 'Edited', levels: [{ level: 2, label: 'Two' }] });
    const path = `/competencies/${body.id}`;
    const renamed = await call('put', path).send({ name: 'Renamed' });
    expect(renamed.body).toMatchObject({ code: 'ED-1', name: 'Renamed', levels: body.levels, revision: 1 });
    const cleared = await call('put', path).send({ code: null, levels: [] });
    expect(cleared.body).toMatchObject({ code: null, name: 'Renamed', levels: [] });
    expect((await call('put', path).set('If-Match', '"1"').send({ name: 'X' })).status).toBe(412);
  });

  test('the code is unique among those that are not deleted', async () => {
    const { body } = await create({ code: 'UNIQ', name: 'First' });
    const taken = await create({ code: 'UNIQ', name: 'Second' });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await create({ code: 'UNIQ', name: 'Elsewhere' }, other.hr)).status).toBe(201);
    await call('delete', `/competencies/${body.id}`);
    expect((await create({ code: 'UNIQ', name: 'Third' })).status).toBe(201);
  });

  test('list: by name, by category, by part of name or code; options have the code', async () => {
    const mine = await makeTenant();
    const { body: category } = await service()
      .call('post', '/api/competency-categories', mine.hr)
      .send({ name: 'Category' });
    await create({ code: 'ZZ-9', name: 'Empatía', categoryId: category.id }, mine.hr);
    await create({ name: 'Autonomy' }, mine.hr);
    const names = async (query: string): Promise<string[]> => {
      const { body } = await call('get', `/competencies${query}`, mine.hr);
      return body.items.map((item: { name: string }) => item.name);
    };
    expect(await names('')).toEqual(['Autonomy', 'Empatía']);
    expect(await names(`?categoryId=${category.id}`)).toEqual(['Empatía']);
    expect(await names('?search=zz-9')).toEqual(['Empatía']);
    expect(await names('?search=empatia')).toEqual(['Empatía']);
    expect(await names('?search=.')).toEqual([]);
    const options = await call('get', '/competencies/options', mine.hr);
    expect(options.body.map(({ name, code }: { name: string; code: string }) => [name, code])).toEqual([
      ['Autonomy', null],
      ['Empatía', 'ZZ-9'],
    ]);
  });

  test.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 201', { name: 'x'.repeat(201) }, 'name'],
    ['an empty code', { name: 'A', code: '' }, 'code'],
    ['an unknown category', { name: 'A', categoryId: UNKNOWN }, 'categoryId'],
    ['level 0', { name: 'A', levels: [{ level: 0 }] }, 'levels[0].level'],
    ['level 6', { name: 'A', levels: [{ level: 1 }, { level: 6 }] }, 'levels[1].level'],
    ['half a level', { name: 'A', levels: [{ level: 1.5 }] }, 'levels[0].level'],
    ['a level twice', { name: 'A', levels: [{ level: 2 }, { level: 2 }] }, 'levels[1].level'],
    ['a label of 101', { name: 'A', levels: [{ level: 2, label: 'x'.repeat(101) }] }, 'levels[0].label'],
    ['six levels', { name: 'A', levels: [1, 2, 3, 4, 5, 5].map((level) => ({ level })) }, 'levels'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test('one in use cannot be deleted, and the answer says where: 409', async () => {
    const [required, asked, old] = await tenant.within(async () => {
      const made = [await makeCompetency(), await makeCompetency(), await makeCompetency()];
      await makeJobProfile([{ competencyId: made[0]?._id }], { name: 'Pilot' });
      await makeTemplate([{ competencyId: made[1]?._id }], { name: 'Annual' });
      await makeJobProfile([{ competencyId: made[2]?._id }], { isCurrent: false });
      return made.map(({ _id }) => _id);
    });
    const byProfile = await call('delete', `/competencies/${required}`);
    expect([byProfile.status, byProfile.body.errorMessage]).toEqual([409, expect.stringContaining('"Pilot"')]);
    const byTemplate = await call('delete', `/competencies/${asked}`);
    expect([byTemplate.status, byTemplate.body.errorMessage]).toEqual([409, expect.stringContaining('"Annual"')]);
    expect((await call('delete', `/competencies/${old}`)).status).toBe(204);
  });

  test("another tenant's competency: 404 by path, 400 as a category's row, and its id is taken", async () => {
    const { body } = await create({ name: 'Mine' });
    for (const [method, send] of [['get'], ['put', { name: 'Stolen' }], ['delete']] as const) {
      const answer = await call(method, `/competencies/${body.id}`, other.hr).send(send);
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect((await create({ id: body.id, name: 'Taken' }, other.hr)).status).toBe(409);
    expect((await call('get', `/competencies/${body.id}`)).body).toEqual(body);
  });

  test.each(['/competencies', '/competency-categories', '/competencies/options'])(
    '%s: no token 401, an ordinary user 403, both without body',
    async (path) => {
      const anonymous = await service().call('get', `/api${path}`);
      expect([anonymous.status, anonymous.text]).toEqual([401, '']);
      const user = await call('get', path, tenant.user);
      expect([user.status, user.text]).toEqual([403, '']);
    },
  );
});
