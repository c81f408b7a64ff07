import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { makeJobProfile, makeSkillFramework, makeTemplate } from '../../factories/framework';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
let other: TestTenant;
let systemAdmin: string;
beforeAll(async () => {
  [tenant, other, systemAdmin] = await Promise.all([makeTenant(), makeTenant(), makeSystemAdmin()]);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = tenant.hr) =>
  service().call(method, `/api/skill-frameworks${path}`, token);
const create = (body: object, token = tenant.hr) => call('post', '', token).send(body);
const importJson = (body: object, token = tenant.hr) => call('post', '/import', token).send(body);
let serial = 0;
/** A name that only this run of the tests has: global frameworks are everyone's. */
const unique = (what: string): string => `${what} ${tenant.slug} ${serial++}`;
const names = (answer: { body: { items: { name: string }[] } }) => answer.body.items.map(({ name }) => name);

describe('skill frameworks', () => {
  test('create answers 201 with the skills; read gives the same, lists only count them', async () => {
    const name = unique('Own');
    const skills = [
      {
        code: 'PROG',
        name: 'Programming',
        category: 'Development',
        description: 'Writes code.',
        levels: [
          { level: 7, label: 'Leads' },
          { level: 1, label: 'Follows', descriptor: 'With help.' },
        ],
      },
      { name: 'Testing' },
    ];
    const answer = await create({ name, version: '9', skills });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/skill-frameworks/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      name,
      version: '9',
      scope: 'Tenant',
      skillCount: 2,
      revision: 0,
      skills: [
        {
          id: expect.any(String),
          code: 'PROG',
          category: 'Development',
          levels: [
            { level: 1, label: 'Follows', descriptor: 'With help.' },
            { level: 7, label: 'Leads', descriptor: '' },
          ],
        },
        { id: expect.any(String), code: null, name: 'Testing', category: null, description: null, levels: [] },
      ],
    });
    expect((await call('get', `/${answer.body.id}`)).body).toEqual(answer.body);
    const { skills: _skills, ...row } = answer.body;
    const list = await call('get', `?search=${encodeURIComponent(name)}`);
    expect(list.body.items).toEqual([row]);
  });

  test.each([
    ['no name', {}, 'name'],
    ['a skill without a name', { name: 'A', skills: [{ code: 'X' }] }, 'skills[0].name'],
    [
      'a code twice',
      {
        name: 'A',
        skills: [
          { name: 'X', code: 'C' },
          { name: 'Y', code: 'c' },
        ],
      },
      'skills[1].code',
    ],
    [
      'a level twice',
      { name: 'A', skills: [{ name: 'X', levels: [{ level: 1 }, { level: 1 }] }] },
      'skills[0].levels[1].level',
    ],
    ['level 11', { name: 'A', skills: [{ name: 'X', levels: [{ level: 11 }] }] }, 'skills[0].levels[0].level'],
    ['an unknown scope', { name: 'A', scope: 'Everybody' }, 'scope'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test('a SystemAdmin manages the global ones; every tenant reads them and none changes them', async () => {
    const name = unique('Global');
    const created = await create({ name, skills: [{ name: 'Programming' }] }, systemAdmin);
    expect([created.status, created.body.scope]).toEqual([201, 'Global']);
    const path = `/${created.body.id}`;
    for (const token of [tenant.hr, other.admin]) {
      expect((await call('get', path, token)).body).toEqual(created.body);
      for (const method of ['put', 'delete'] as const) {
        const refused = await call(method, path, token).send(method === 'put' ? { name: 'Mine' } : undefined);
        expect([method, refused.status, refused.text]).toEqual([method, 403, '']);
      }
    }
    const forged = await create({ name: unique('Forged'), scope: 'Global' });
    expect([forged.status, forged.text]).toEqual([403, '']);
    const edited = await call('put', path, systemAdmin).set('If-Match', '"0"').send({ version: '2' });
    expect([edited.status, edited.body.version]).toEqual([200, '2']);
    expect((await call('put', path, systemAdmin).set('If-Match', '"0"').send({ version: '3' })).status).toBe(412);
    expect((await call('delete', path, systemAdmin)).status).toBe(204);
    expect((await call('get', path)).status).toBe(404);
  });

  test('a SystemAdmin on a tenant writes its own ones, or global ones by scope', async () => {
    const onTenant = (body: object) => create(body, systemAdmin).set('X-Tenant', tenant.slug);
    const own = await onTenant({ name: unique('By admin') });
    expect([own.status, own.body.scope]).toEqual([201, 'Tenant']);
    expect((await call('get', `/${own.body.id}`)).status).toBe(200);
    expect((await call('get', `/${own.body.id}`, systemAdmin)).status).toBe(404);
    const global = await onTenant({ name: unique('By admin'), scope: 'Global' });
    expect([global.status, global.body.scope]).toEqual([201, 'Global']);
    const edited = await call('put', `/${global.body.id}`, systemAdmin)
      .set('X-Tenant', tenant.slug)
      .send({ version: '2' });
    expect([edited.status, edited.body.scope]).toEqual([200, 'Global']);
    const homeless = await create({ name: unique('Nobody'), scope: 'Tenant' }, systemAdmin);
    expect([homeless.status, homeless.body.validationErrors[0].field]).toEqual([400, 'scope']);
  });

  test('the list: global ones first, then those of the organization, page by page; another tenant sees none of mine', async () => {
    const key = unique('Paged');
    await withinTenant(PLATFORM_SCOPE, async () => {
      for (const name of [`${key} g2`, `${key} g1`]) await makeSkillFramework([{}], fieldsOf(name));
    });
    await tenant.within(async () => {
      for (const name of [`${key} t2`, `${key} t1`, `${key} t3`]) await makeSkillFramework([{}, {}], fieldsOf(name));
    });
    const list = (query: string, token = tenant.hr) => call('get', `?search=${encodeURIComponent(key)}${query}`, token);
    const suffixes = async (query: string, token?: string) =>
      names(await list(query, token)).map((name) => name.slice(-2));
    expect(await suffixes('')).toEqual(['g1', 'g2', 't1', 't2', 't3']);
    expect(await suffixes('&pageSize=3')).toEqual(['g1', 'g2', 't1']);
    expect(await suffixes('&pageSize=3&page=2')).toEqual(['t2', 't3']);
    expect(await suffixes('&pageSize=2&page=2')).toEqual(['t1', 't2']);
    expect(await suffixes('&pageSize=1&page=2')).toEqual(['g2']);
    expect(await suffixes('&scope=Global')).toEqual(['g1', 'g2']);
    expect(await suffixes('&scope=1')).toEqual(['t1', 't2', 't3']);
    expect((await list('&pageSize=2&page=9')).body).toMatchObject({ items: [], totalCount: 5, totalPages: 3 });
    expect(await suffixes('', other.hr)).toEqual(['g1', 'g2']);
    expect(await suffixes('', systemAdmin)).toEqual(['g1', 'g2']);
    expect((await list('&scope=Mine')).status).toBe(400);
  });
  const fieldsOf = (name: string) => ({ name });

  test('name and version are unique together', async () => {
    const name = unique('Twice');
    expect((await create({ name })).body.version).toBe('1');
    const taken = await create({ name, version: '1' });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await create({ name, version: '2' })).status).toBe(201);
    expect((await create({ name }, other.hr)).status).toBe(201);
  });

  test('edit replaces the skills; those with the same code or name keep their ids', async () => {
    const { body } = await create({ name: unique('Ids'), skills: [{ code: 'A', name: 'Alpha' }, { name: 'Beta' }] });
    const [alpha, beta] = body.skills;
    const edited = await call('put', `/${body.id}`).send({
      skills: [{ name: 'New' }, { name: 'beta' }, { code: 'a', name: 'Alpha renamed' }],
    });
    expect(edited.body.skills.slice(1).map((skill: { id: string }) => skill.id)).toEqual([beta.id, alpha.id]);
    expect([alpha.id, beta.id]).not.toContain(edited.body.skills[0].id);
    expect((await call('put', `/${body.id}`).send({ name: 'Only renamed' })).body.skills).toEqual(edited.body.skills);
  });

  test('skills in use can neither be left out nor deleted: 409 that says where', async () => {
    const { body } = await create({
      name: unique('Used'),
      skills: [{ name: 'Required' }, { name: 'Asked' }, { name: 'Free' }],
    });
    const [required, asked, free] = body.skills;
    await tenant.within(async () => {
      await makeJobProfile([{ skillId: required.id }], { name: 'Pilot' });
      await makeTemplate([{ skillId: asked.id }], { name: 'Annual' });
    });
    const without = (skill: { id: string }) => [required, asked, free].filter((other) => other !== skill);
    const put = (skills: object[]) => call('put', `/${body.id}`).send({ skills });
    const byProfile = await put(without(required));
    expect([byProfile.status, byProfile.body.errorMessage]).toEqual([409, expect.stringContaining('"Pilot"')]);
    const byTemplate = await put(without(asked));
    expect([byTemplate.status, byTemplate.body.errorMessage]).toEqual([409, expect.stringContaining('"Annual"')]);
    expect((await put(without(free))).status).toBe(200);
    expect((await call('delete', `/${body.id}`)).status).toBe(409);
  });

  test('a global framework that any organization uses stays, and the answer names no one', async () => {
    const { body } = await create({ name: unique('Global in use'), skills: [{ name: 'Required' }] }, systemAdmin);
    await other.within(() => makeJobProfile([{ skillId: body.skills[0].id }], { name: 'Secret profile' }));
    const refused = await call('delete', `/${body.id}`, systemAdmin);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(refused.text).not.toContain('Secret');
  });

  test('import creates, and again brings up to date without removing or renumbering', async () => {
    const name = unique('Imported');
    const first = await importJson({ name, version: '1.0', skills: [{ code: 'A', name: 'Alpha' }, { name: 'Beta' }] });
    expect([first.status, first.body.scope, first.headers.location]).toEqual([
      201,
      'Tenant',
      `/api/skill-frameworks/${first.body.id}`,
    ]);
    const again = await importJson({
      name,
      version: '1.0',
      skills: [
        { code: 'A', name: 'Alpha', description: 'Now described' },
        { code: 'G', name: 'Gamma' },
      ],
    });
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    const [alpha, beta] = first.body.skills;
    expect(again.body.skills).toEqual([
      { ...alpha, description: 'Now described' },
      beta,
      expect.objectContaining({ code: 'G', name: 'Gamma' }),
    ]);
    const exported = await importJson({ name, version: '1.0', skills: again.body.skills });
    expect(exported.body.skills).toEqual(again.body.skills);
    const next = await importJson({ name, version: '2.0', skills: [{ name: 'Alpha' }] });
    expect([next.status, next.body.id === first.body.id]).toEqual([201, false]);
    const global = await importJson({ name, version: '1.0', skills: [{ name: 'Alpha' }] }, systemAdmin);
    expect([global.status, global.body.scope]).toEqual([201, 'Global']);
  });

  test('ids may be given; the id of a skill that another framework has is 409', async () => {
    const { body } = await create({ name: unique('Has'), skills: [{ name: 'Alpha' }] });
    const taken = await create({ name: unique('Wants'), skills: [{ id: body.skills[0].id, name: 'Stolen' }] });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await create({ id: body.id, name: unique('Wants') })).status).toBe(409);
  });

  test("another tenant's framework is 404; no token is 401, an ordinary user 403", async () => {
    const { body } = await create({ name: unique('Mine') });
    for (const method of ['get', 'put', 'delete'] as const) {
      const answer = await call(method, `/${body.id}`, other.hr).send(
        method === 'put' ? { name: 'Stolen' } : undefined,
      );
      expect([method, answer.status, answer.body.errorCode]).toEqual([method, 404, 'NOT_FOUND']);
    }
    expect((await service().call('get', '/api/skill-frameworks')).status).toBe(401);
    const user = await call('get', '', tenant.user);
    expect([user.status, user.text]).toEqual([403, '']);
  });
});
