import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { previewMail } from '../../../shared/comms/mail/mail.store';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount } from '../../factories/account';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let admin: string;
let tenant: TestTenant;
beforeAll(async () => {
  admin = await makeSystemAdmin();
  tenant = await makeTenant();
});
const create = (body: object) => service().call('post', '/api/tenants', admin).send(body);

describe('tenants', () => {
  test('create answers 201 with the resource; its first TenantAdmin can sign in', async () => {
    const body = createTenantBody({ locale: 'es-MX', timezone: 'America/Mexico_City' });
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: body.name,
      slug: body.slug,
      status: 'Trial',
      planId: null,
      plan: null,
      locale: 'es-MX',
      timezone: 'America/Mexico_City',
      onboardingCompleted: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.location).toBe(`/api/tenants/${answer.body.id}`);
    const signedIn = await service()
      .call('post', '/api/auth/token')
      .send({ email: 'admin@example.test', password: 'vivid-otter-parade-41', tenantSlug: body.slug });
    expect([signedIn.status, signedIn.body.user.roles]).toEqual([200, ['TenantAdmin', 'User']]);
  });

  test('an admin without password cannot sign in; an id in upper case is the same id', async () => {
    const id = crypto.randomUUID();
    const body = createTenantBody({ id: id.toUpperCase(), admin: { email: 'a@b.co', fullName: 'Ana' } });
    expect((await create(body)).body.id).toBe(id);
    const user = await withinTenant(id, () => UserModel.findOne({ email: 'a@b.co' }).lean());
    expect(user?.roles).toEqual(['TenantAdmin', 'User']);
  });

  test('the color of the organization is in its first email', async () => {
    const { id } = (await create(createTenantBody({ branding: { primaryColor: '#AA3300' } })).expect(201)).body;
    const { html } = await withinTenant(id, () => previewMail('invite', {}, CONSOLE_PAGES.signIn));
    expect(html).toContain('border-top:4px solid #AA3300');
    const wrong = await create(createTenantBody({ branding: { primaryColor: 'red' } }));
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'branding.primaryColor']);
  });

  test('a taken slug or id is 409, and leaves nothing behind', async () => {
    const first = (await create(createTenantBody())).body;
    const [slugTaken, id] = [createTenantBody({ slug: first.slug }), crypto.randomUUID()];
    const taken = await create({ ...slugTaken, id });
    expect([taken.status, taken.body.errorCode, taken.body.errorMessage]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('slug'),
    ]);
    expect(await withinTenant(id, () => UserModel.countDocuments())).toBe(0);
    const idTaken = await create(createTenantBody({ id: first.id }));
    expect([idTaken.status, idTaken.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  test('ten parallel creates with one slug make one tenant', async () => {
    const body = createTenantBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  const withAdmin = (admin: object) => ({ admin: { email: 'a@b.co', fullName: 'Ana', ...admin } });
  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['an upper-case slug', { slug: 'Acme' }, 'slug'],
    ['a slug with a dot', { slug: 'a.b' }, 'slug'],
    ['a slug with an outer hyphen', { slug: '-acme' }, 'slug'],
    ['an empty slug', { slug: '' }, 'slug'],
    ['a slug of 64 characters', { slug: 'a'.repeat(64) }, 'slug'],
    ['a reserved slug', { slug: 'api' }, 'slug'],
    ['a time zone that does not exist', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset as time zone', { timezone: '+02:00' }, 'timezone'],
    ['a locale that is none', { locale: 'not a locale' }, 'locale'],
    ['an unknown plan', { planId: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' }, 'planId'],
    ['no admin', { admin: undefined }, 'admin'],
    ['an admin without email', { admin: { fullName: 'Ana' } }, 'admin.email'],
    ['an email that is none', withAdmin({ email: 'ana' }), 'admin.email'],
    ['a short password', withAdmin({ password: 'short' }), 'admin.password'],
    ['a common password', withAdmin({ password: 'Password123' }), 'admin.password'],
    ['a malformed id', { id: 'x' }, 'id'],
  ])('%s is 400 VALIDATION on the field', async (_case, fields, field) => {
    const answer = await create(createTenantBody(fields));
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('list: search is literal and folds, status takes name or number, pages are pages', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    for (const name of [`Ñandú ${mark} A`, `Ñandú ${mark} B`, `Other ${mark}`])
      await create(createTenantBody({ name }));
    const list = async (query: string) => (await service().call('get', `/api/tenants?${query}`, admin)).body;
    const found = await list(`search=NANDU+${mark}`);
    expect(found.items.map((item: { name: string }) => item.name)).toEqual([`Ñandú ${mark} A`, `Ñandú ${mark} B`]);
    await service().call('post', `/api/tenants/${found.items[0].id}/status/1`, admin).expect(200);
    for (const status of ['Active', '1'])
      expect((await list(`search=${mark}&status=${status}`)).items.map((item: { id: string }) => item.id)).toEqual([
        found.items[0].id,
      ]);
    const plan = await service()
      .call('post', '/api/plans', admin)
      .send({ name: `Plan ${mark}` });
    const [, withPlan] = found.items as { id: string }[];
    await service().call('post', `/api/plans/assign/${withPlan?.id}`, admin).send({ planId: plan.body.id });
    expect((await list(`planId=${plan.body.id}`)).items.map((item: { id: string }) => item.id)).toEqual([withPlan?.id]);
    const page = await list(`search=${mark}&page=2&pageSize=2`);
    expect([page.items.length, page.totalCount, page.totalPages]).toEqual([1, 3, 2]);
    const bad = await service().call('get', '/api/tenants?status=9', admin);
    expect([bad.status, bad.body.validationErrors[0].field]).toEqual([400, 'status']);
  });

  test('edit: absent stays, If-Match holds, a new slug moves the host', async () => {
    const { id, slug } = (await create(createTenantBody())).body;
    const edit = (body: object, tag = '*') =>
      service().call('put', `/api/tenants/${id}`, admin).set('If-Match', tag).send(body);
    const renamed = await edit({ name: ' Renamed ' }, '"0"');
    expect([renamed.status, renamed.body.name, renamed.body.slug, renamed.headers.etag]).toEqual([
      200,
      'Renamed',
      slug,
      expect.stringMatching(/^"1-/),
    ]);
    expect((await edit({ name: 'X' }, '"0"')).status).toBe(412);
    expect((await edit({ slug: tenant.slug })).status).toBe(409);
    expect((await edit({ slug: 'www' })).status).toBe(400);
    expect((await edit({ slug: `${slug}-new` })).body.slug).toBe(`${slug}-new`);
    const found = await service().call('get', `/api/tenants?search=renamed`, admin);
    expect(found.body.items.map((item: { id: string }) => item.id)).toContain(id);
  });

  test('only a SystemAdmin, on the platform: others 403, also with X-Tenant', async () => {
    for (const token of [tenant.admin, tenant.hr, tenant.user]) {
      const refused = await service().call('get', '/api/tenants', token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
    expect((await service().call('get', '/api/tenants')).status).toBe(401);
    const named = await service().call('get', '/api/tenants', admin).set('X-Tenant', tenant.slug);
    expect([named.status, named.body.totalCount > 1]).toEqual([200, true]);
  });

  test.each(['3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11', 'x', '%7B%7D'])('an unknown id (%s) is 404', async (id) => {
    for (const [method, path] of [
      ['get', ''],
      ['put', ''],
      ['post', '/status/1'],
    ] as const) {
      const answer = await service().call(method, `/api/tenants/${id}${path}`, admin).send({});
      expect([method, answer.status, answer.body.errorCode]).toEqual([method, 404, 'NOT_FOUND']);
    }
  });
});

describe('states of a tenant', () => {
  test('any state follows any; the same again changes nothing; unknown ones are 400', async () => {
    const { id } = await makeTenant();
    const put = async (status: string) =>
      (await service().call('post', `/api/tenants/${id}/status/${status}`, admin)).body;
    const seen = [];
    for (const status of ['3', '1', 'Suspended', '0', 'Cancelled', 'Trial', 'Trial'])
      seen.push((await put(status)).status);
    expect(seen).toEqual(['Cancelled', 'Active', 'Suspended', 'Trial', 'Cancelled', 'Trial', 'Trial']);
    expect((await put('Trial')).revision).toBe(6);
    for (const status of ['4', '-1', 'trial', '1.0']) expect((await put(status)).errorCode).toBe('VALIDATION');
  });

  test('suspending reaches live tokens, cookies and keys of this process at once, and back', async () => {
    const own = await makeTenant();
    const created = await service()
      .call('post', '/api/integrations/api-keys', own.admin)
      .send({ name: 'BI' })
      .expect(201);
    const account = await makeAccount(own.id);
    const signIn = { email: account.email, password: account.password, tenantSlug: own.slug, cookie: true };
    const signedIn = await service().call('post', '/api/auth/token').send(signIn).expect(200);
    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const calls = () => [
      service().call('get', '/api/my-profile', own.user),
      service().call('get', '/api/my-profile').set('Cookie', cookie),
      service().call('get', '/api/v1/ping').set('X-Api-Key', created.body.key),
    ];
    const status = (name: string) => service().call('post', `/api/tenants/${own.id}/status/${name}`, admin).expect(200);
    const answers = async () => (await Promise.all(calls())).map((answer) => [answer.status, answer.body.errorCode]);
    expect(await answers()).toEqual(Array(3).fill([200, undefined]));
    await status('Suspended');
    expect(await answers()).toEqual(Array(3).fill([403, 'TENANT_SUSPENDED']));
    await status('Cancelled');
    expect(await answers()).toEqual(Array(3).fill([403, 'TENANT_CANCELLED']));
    await status('Active');
    expect((await answers()).map(([code]) => code)).toEqual([200, 200, 200]);
  });

  test('while onboarding is pending most of the API is 409 ONBOARDING_REQUIRED', async () => {
    const body = createTenantBody({ requireOnboarding: true });
    expect((await create(body)).body.onboardingCompleted).toBe(false);
    const { accessToken } = (
      await service()
        .call('post', '/api/auth/token')
        .send({ email: 'admin@example.test', password: 'vivid-otter-parade-41', tenantSlug: body.slug })
    ).body;
    const found: Record<string, unknown> = {};
    for (const path of ['/api/departments', '/api/users-admin', '/api/my-profile', '/api/tenant-settings']) {
      const answer = await service().call('get', path, accessToken);
      found[path] = answer.body.errorCode ?? answer.status;
    }
    expect(found).toEqual({
      '/api/departments': 'ONBOARDING_REQUIRED',
      '/api/users-admin': 'ONBOARDING_REQUIRED',
      '/api/my-profile': 200,
      '/api/tenant-settings': 200,
    });
  });
});
