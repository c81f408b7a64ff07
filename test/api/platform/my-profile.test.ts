import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const NEW = 'quiet-lantern-harbour';
const signIn = (account: TestAccount, password = PASSWORD) =>
  service().call('post', '/api/auth/token').send({ email: account.email, password, tenantSlug: tenant.slug });
const change = (token: string, body: object) =>
  service().call('post', '/api/my-profile/change-password', token).send(body);

/** The emails that a person may turn off, as the profile lists them. */
const OPTIONAL = [
  'evaluations-added',
  'deadline-reminder',
  'results-published',
  'nominations-asked',
  'nominations-returned',
  'survey-opened',
  'survey-reminder',
  'plan-to-approve',
  'plan-decided',
];

describe('my-profile', () => {
  test('shows the user’s account and organization', async () => {
    const account = await makeAccount(tenant.id);
    const { accessToken } = (await signIn(account)).body;
    const answer = await service().call('get', '/api/my-profile', accessToken);
    expect(answer.body).toEqual({
      id: account.id,
      email: account.email,
      fullName: 'Ana García',
      roles: ['User'],
      locale: null,
      avatarFileId: null,
      employeeId: null,
      employee: null,
      initials: null,
      hasDirectReports: false,
      twoFactorEnabled: false,
      mustChangePassword: false,
      mustSetUpTwoFactor: false,
      hasPassword: true,
      lastSignInAt: expect.stringMatching(/Z$/),
      organization: {
        id: tenant.id,
        name: `Tenant ${tenant.slug}`,
        slug: tenant.slug,
        locale: 'en',
        timezone: 'UTC',
        onboardingCompleted: true,
        primaryColor: null,
        hasLogo: false,
      },
      preferences: {},
      mails: OPTIONAL.map((kind) => ({ kind, isOn: true })),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.etag).toMatch(/^"0-/);
  });

  test('costs one read while what it shows beside the account is fresh', async () => {
    const { accessToken } = (await signIn(await makeAccount(tenant.id))).body;
    const look = () => service().call('get', '/api/my-profile', accessToken);
    const held = jest.spyOn(performance, 'now').mockReturnValue(performance.now()); // by which caches count their age
    await look();
    const commands = await commandsOf(look);
    held.mockRestore();
    expect(commands).toEqual(['find users']);
  });

  test('names the employee of the account, with the initials of the first and the last name', async () => {
    const employee = { firstName: 'Zoë', lastName: 'van der Berg' };
    const { _id: employeeId } = await tenant.within(() => makeEmployee(employee));
    const account = await makeAccount(tenant.id, { employeeId });
    const { accessToken } = (await signIn(account)).body;
    const answer = await service().call('get', '/api/my-profile', accessToken);
    expect(answer.body).toMatchObject({ employee: 'Zoë van der Berg', initials: 'ZV' });
  });

  test('changing the password ends all other sessions, and only the new one signs in', async () => {
    const account = await makeAccount(tenant.id);
    const [mine, other] = [(await signIn(account)).body, (await signIn(account)).body];
    expect((await change(mine.accessToken, { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(200);
    const profile = (token: string) => service().call('get', '/api/my-profile', token);
    expect((await profile(mine.accessToken)).status).toBe(200);
    expect((await profile(other.accessToken)).status).toBe(401);
    const refresh = await service().call('post', '/api/auth/refresh').send({ refreshToken: other.refreshToken });
    expect(refresh.status).toBe(401);
    expect((await signIn(account)).status).toBe(401);
    expect((await signIn(account, NEW)).status).toBe(200);
  });

  test.each([
    ['a wrong current password', { currentPassword: 'wrong', newPassword: NEW }, 'currentPassword'],
    ['no current password', { newPassword: NEW }, 'currentPassword'],
    ['a short one', { currentPassword: PASSWORD, newPassword: 'short' }, 'newPassword'],
    ['a common one', { currentPassword: PASSWORD, newPassword: 'Welcome123' }, 'newPassword'],
    ['one of 129 characters', { currentPassword: PASSWORD, newPassword: 'xy'.repeat(65) }, 'newPassword'],
    ['the same again', { currentPassword: PASSWORD, newPassword: PASSWORD }, 'newPassword'],
  ])('%s is 400 VALIDATION and changes nothing', async (_case, body, field) => {
    const account = await makeAccount(tenant.id);
    const { accessToken } = (await signIn(account)).body;
    const answer = await change(accessToken, body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
    expect((await signIn(account)).status).toBe(200);
  });

  test('a stolen session cannot guess the password: five failures lock, also the right one', async () => {
    const account = await makeAccount(tenant.id);
    const { accessToken } = (await signIn(account)).body;
    for (let guess = 0; guess < 5; guess++) await change(accessToken, { currentPassword: 'wrong', newPassword: NEW });
    const right = await change(accessToken, { currentPassword: PASSWORD, newPassword: NEW });
    expect([right.status, right.body.validationErrors[0].field]).toEqual([400, 'currentPassword']);
    expect((await signIn(account)).status).toBe(401);
    const credential = await tenant.within(() => CredentialModel.findById(account.id).lean());
    expect(credential?.lockedUntil).not.toBeNull();
  });

  test('sessions: the user’s with the current marked; one can be ended, a foreign one is 404', async () => {
    const [account, neighbor] = [await makeAccount(tenant.id), await makeAccount(tenant.id)];
    const mine = (await signIn(account)).body.accessToken;
    const other = (await signIn(account)).body.accessToken;
    const theirs = (await signIn(neighbor)).body.accessToken;
    const list = async (token: string) => (await service().call('get', '/api/my-profile/sessions', token)).body;
    const { items, totalCount } = await list(mine);
    expect([totalCount, items.map((item: { isCurrent: boolean }) => item.isCurrent).sort()]).toEqual([
      2,
      [false, true],
    ]);
    const foreign = (await list(theirs)).items[0].id;
    const end = (id: string) => service().call('delete', `/api/my-profile/sessions/${id}`, mine);
    expect((await end(foreign)).status).toBe(404);
    expect((await end('x')).status).toBe(404);
    const otherId = items.find((item: { isCurrent: boolean }) => !item.isCurrent).id;
    expect((await end(otherId)).status).toBe(204);
    expect((await end(otherId)).status).toBe(404);
    expect((await service().call('get', '/api/my-profile', other)).status).toBe(401);
    expect((await service().call('get', '/api/my-profile', theirs)).status).toBe(200);
  });

  test('anonymous: 401 without body', async () => {
    const answer = await service().call('get', '/api/my-profile');
    expect([answer.status, answer.text]).toEqual([401, '']);
  });
});

describe('PUT /api/my-profile', () => {
  const put = (token: string, body: object) => service().call('put', '/api/my-profile', token).send(body);

  test('changes name and language: absent stays, null is the organization’s language, If-Match holds', async () => {
    const { accessToken } = (await signIn(await makeAccount(tenant.id))).body;
    const changed = await put(accessToken, { fullName: ' Ana Ruiz ', locale: 'es-MX' }).set('If-Match', '"0"');
    expect([changed.status, changed.body.fullName, changed.body.locale, changed.headers.etag]).toEqual([
      200,
      'Ana Ruiz',
      'es-MX',
      expect.stringMatching(/^"1-/),
    ]);
    const cleared = await put(accessToken, { locale: null });
    expect([cleared.body.fullName, cleared.body.locale]).toEqual(['Ana Ruiz', null]);
    const stale = await put(accessToken, { fullName: 'X' }).set('If-Match', '"0"');
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    const found = await service().call('get', '/api/users-admin?search=ana+ruiz', tenant.admin);
    expect(found.body.totalCount).toBe(1);
  });

  test('what is not the user’s to change stays: email, roles, activity, employee', async () => {
    const account = await makeAccount(tenant.id);
    const { accessToken } = (await signIn(account)).body;
    const body = { email: 'x@example.test', roles: ['TenantAdmin'], isActive: false, employeeId: account.id, id: 'x' };
    const answer = await put(accessToken, body);
    expect(answer.body).toMatchObject({ id: account.id, email: account.email, roles: ['User'], employeeId: null });
  });

  test.each([
    ['a blank name', { fullName: ' ' }, 'fullName'],
    ['a name of 201 characters', { fullName: 'x'.repeat(201) }, 'fullName'],
    ['a locale that is none', { locale: '_' }, 'locale'],
    ['an operator', { locale: { $ne: 1 } }, 'locale'],
  ])('%s is 400 VALIDATION', async (_case, body, field) => {
    const answer = await put(tenant.user, body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('it is closed to a temporary password', async () => {
    const account = await makeAccount(tenant.id, { credential: { mustChangePassword: true } });
    const { accessToken } = (await signIn(account)).body;
    expect((await put(accessToken, { fullName: 'X' })).body.errorCode).toBe('PASSWORD_CHANGE_REQUIRED');
  });
});
