import { randomUUID } from 'node:crypto';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { DeviceModel } from '../../../shared/platform/accounts/device.model';
import { EmailChangeModel } from '../../../shared/platform/accounts/email-change.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';

// Whoever moves an account to another address does not do it behind its owner's back.

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
let bearer: string;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  await mailbox.connect(tenant.id);
  const made = await service().call('post', '/api/integrations/scim-tokens', tenant.admin).send({ name: 'Entra ID' });
  bearer = made.body.token;
  await tenant.within(async () =>
    UserModel.updateMany(
      { roles: Role.TenantAdmin },
      { $set: { fullName: 'Eva Ruiz', email: 'eva.ruiz@acme.example' } },
    ),
  );
});
beforeEach(() => {
  mailbox.sink().behavior = {};
});

interface Victim {
  id: string;
  employeeId: string;
  email: string;
  token: string;
  refreshToken: string;
}

const signInOf = (email: string, scope: { tenantSlug?: string } = { tenantSlug: tenant.slug }) =>
  service()
    .call('post', '/api/auth/token')
    .set({ Origin: 'http://localhost' })
    .send({ email, password: PASSWORD, cookie: true, ...scope });

/** A user of the organization who is signed in, in a browser. */
async function victim(locale = 'en'): Promise<Victim> {
  const { _id: employeeId, email } = await tenant.within(() => makeEmployee());
  const { id } = await makeAccount(tenant.id, { email, employeeId, locale });
  const { accessToken: token, refreshToken } = (await signInOf(email).expect(200)).body;
  return { id, employeeId, email, token, refreshToken };
}

/** What the account and its former address were told, once all that was asked for is done. */
async function told({ id, email }: { id: string; email: string }, scope = tenant.id) {
  const notifications = await withinTenant(scope, async () => {
    for (const job of await JobModel.find({ type: 'comms.tell-email-changed' }).lean<Job[]>()) await endOf(job);
    return NotificationModel.find({ userId: id, type: 'email-changed' }).lean();
  });
  return { notifications, mails: mailbox.mailsTo(email) };
}

/** Has a password reset link mailed. */
async function askForLink({ id, email }: Victim): Promise<void> {
  await service().call('post', '/api/auth/forgot-password').send({ email, tenantSlug: tenant.slug });
  await tenant.within(async () => {
    for (const job of await JobModel.find({ type: 'comms.send-password-link' }).lean<Job[]>()) await endOf(job);
    expect((await CredentialModel.findById(id).lean())?.resetTokenHash).toEqual(expect.any(String));
  });
}

const byForm = async ({ employeeId }: Victim, email: string) =>
  service().call('put', `/api/employees/${employeeId}`, tenant.hr).send({ email }).expect(200);
const byProvider = async ({ employeeId }: Victim, email: string) =>
  service()
    .call('patch', `/scim/v2/Users/${employeeId}`, bearer)
    .send({ Operations: [{ op: 'replace', path: 'userName', value: email }] })
    .expect(200);
const byAdministrator = async ({ id }: Victim, email: string) =>
  service().call('put', `/api/users-admin/${id}`, tenant.admin).send({ email }).expect(200);

describe.each([
  ['the form of the employee', byForm, 'User'],
  ['provisioning', byProvider, 'Scim'],
  ['an administrator', byAdministrator, 'User'],
])('an email that %s changes', (_way, change, actorType) => {
  test('is told to the former address, ends what was open, and names who did it in the audit log', async () => {
    const person = await victim();
    await askForLink(person);
    const moved = `moved-${person.email}`;
    await change(person, moved);
    expect((await service().call('get', '/api/my-profile', person.token)).status).toBe(401);
    const renewed = await service().call('post', '/api/auth/refresh').send({ refreshToken: person.refreshToken });
    expect(renewed.status).toBe(401);
    const left = await tenant.within(async () => ({
      devices: await DeviceModel.countDocuments({ userId: person.id }),
      link: (await CredentialModel.findById(person.id).lean())?.resetTokenHash,
    }));
    expect(left).toEqual({ devices: 0, link: null });

    const { notifications, mails } = await told(person);
    expect(notifications).toMatchObject([
      {
        title: 'The email address of your account has changed',
        link: '/profile',
        body: expect.stringContaining(person.email),
      },
    ]);
    const changes = mails.filter(
      (mail) => mail.headers.get('subject') === 'The email address of your account has changed',
    );
    expect(changes).toHaveLength(1);
    const text = String(changes[0]?.text).replace(/\s+/g, ' ');
    expect(text).toContain(`Your account of Acme had the address ${person.email}.`);
    expect(text).toContain('tell an administrator at once: Eva Ruiz (eva.ruiz@acme.example)');
    expect(JSON.stringify([changes[0]?.text, changes[0]?.html, notifications])).not.toContain(moved);
    expect(mailbox.mailsTo(moved)).toEqual([]);

    const { items } = (
      await service().call('get', `/api/audit-logs?entityId=${person.id}&eventType=user.updated`, tenant.admin)
    ).body;
    expect(items).toMatchObject([{ actorType, actorId: expect.any(String) }]);
    expect(items[0].changes).toContainEqual({ field: 'email', before: person.email, after: moved });
    expect(await tenant.within(async () => EmailChangeModel.countDocuments())).toBe(0);
  });
});

test('in Spanish; two changes tell both former addresses', async () => {
  const person = await victim('es');
  const [second, third] = [`second-${person.email}`, `third-${person.email}`];
  await byForm(person, second);
  await byForm(person, third);
  const { notifications, mails } = await told(person);
  expect(notifications).toHaveLength(2);
  for (const mail of [...mails, ...mailbox.mailsTo(second)])
    expect(mail.headers.get('subject')).toBe('Ha cambiado el correo de su cuenta');
  expect([mails.length, mailbox.mailsTo(second).length, mailbox.mailsTo(third).length]).toEqual([1, 1, 0]);
});

test('an account that no one signed in with changes silently', async () => {
  const { _id: employeeId, email } = await tenant.within(() => makeEmployee());
  const { id } = await makeAccount(tenant.id, { email, employeeId });
  await service()
    .call('put', `/api/employees/${employeeId}`, tenant.hr)
    .send({ email: `moved-${email}` })
    .expect(200);
  expect(await told({ id, email })).toEqual({ notifications: [], mails: [] });
  expect((await tenant.within(async () => UserModel.findById(id).lean()))?.email).toBe(`moved-${email}`);
});

test('a temporary password that the former mailbox holds, or is about to get, signs no one in', async () => {
  const { _id: employeeId, email } = await tenant.within(() => makeEmployee());
  const temporaryUntil = new Date(Date.now() + 3_600_000);
  const credential = { temporaryUntil, mustChangePassword: true, temporaryPasswordJobId: randomUUID() };
  const { id } = await makeAccount(tenant.id, { email, employeeId, credential });
  const moved = `moved-${email}`;
  await service().call('put', `/api/employees/${employeeId}`, tenant.hr).send({ email: moved }).expect(200);
  expect((await signInOf(moved)).status).toBe(401);
  const left = await tenant.within(async () => CredentialModel.findById(id).lean());
  expect(left).toMatchObject({ passwordHash: null, temporaryUntil: null, temporaryPasswordJobId: null });
  const again = await service().call('post', `/api/employees/${employeeId}/invite`, tenant.hr);
  expect([again.status, again.body.email]).toEqual([200, moved]);
});

test('a mail that the server refuses leaves the notification', async () => {
  const person = await victim();
  mailbox.sink().behavior = { recipient: () => 550 };
  await byForm(person, `moved-${person.email}`);
  const { notifications, mails } = await told(person);
  expect([notifications.length, mails.length]).toEqual([1, 0]);
});

test('an account of the platform is told, too', async () => {
  await mailbox.connect(PLATFORM_SCOPE);
  const account = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
  await signInOf(account.email, {}).expect(200);
  const operator = await makeSystemAdmin();
  await service()
    .call('put', `/api/users-admin/${account.id}`, operator)
    .send({ email: `moved-${account.email}` })
    .expect(200);
  const { notifications, mails } = await told(account, PLATFORM_SCOPE);
  expect([notifications.length, mails.length]).toEqual([1, 1]);
});
