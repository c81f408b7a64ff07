import { readFile } from 'node:fs/promises';
import { inMs } from '../../shared/kernel/clock';
import { Role } from '../../shared/kernel/permissions';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { AuditLogModel } from '../../shared/platform/audit/audit-log.model';
import { TenantModel } from '../../shared/platform/tenant.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { passwordLinkIn, temporaryPasswordIn, useMailbox } from '../support/mailbox';
import { signatureOf, WebhookReceiver } from '../support/webhook-receiver';
import { chooseAction, signIn, type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
const mailbox = useMailbox();
let tenant: TestTenant;
let admin: TestAccount;
let tab: Tab;

beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  admin = await makeAccount(tenant.id, { roles: [Role.TenantAdmin], fullName: 'Berta Ruiz' });
  await mailbox.connect(tenant.id);
});

beforeEach(async () => {
  tab = await browser().tab({ slug: tenant.slug, account: admin });
});

afterEach(async () => {
  expect(tab.problems).toEqual([]);
  await tab.close();
});

describe('accounts (/users)', () => {
  test('a user is invited by email and gets another role; wrong addresses are said at the field', async () => {
    const { page } = tab;
    await tab.open('/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByLabel('Name').fill('Luis Pardo');
    await dialog.getByLabel('Email').fill('luis');
    await dialog.getByLabel('HR manager').check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.locator('[id$="-error"]').waitFor();
    await dialog.getByLabel('Email').fill('luis.pardo@acme.example');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('An invitation is on its way to luis.pardo@acme.example').waitFor();
    expect(temporaryPasswordIn(await mailbox.mailTo('luis.pardo@acme.example'))).not.toBe('');
    const row = page.getByRole('row', { name: /Luis Pardo/ });
    await row.getByText('HR manager').waitFor();
    await chooseAction(row, 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit user' });
    await edit.getByLabel('Administrator').check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Administrator, HR manager').waitFor();
    await row.getByText('Not linked to an employee').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
  });

  test('the employee of an account is one click away', async () => {
    const { page } = tab;
    const person = { firstName: 'Sofía', lastName: 'Lara', email: 'sofia.lara@acme.example' };
    await makeAccount(tenant.id, { email: person.email, fullName: 'S. Lara' });
    await browser().service.call('post', '/api/employees', tenant.hr).send(person).expect(201);
    await tab.open('/users');
    await page
      .getByRole('row', { name: /S\. Lara/ })
      .getByRole('link', { name: 'Sofía Lara' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Sofía Lara' }).waitFor();
  });

  test('a locked account is unlocked, its sessions end, its two-factor authentication is reset, and it is deactivated', async () => {
    const { page } = tab;
    const account = await makeAccount(tenant.id, {
      fullName: 'Nora Vidal',
      credential: { lockedUntil: inMs(600_000), twoFactorSecret: 'sealed' },
    });
    await tab.open(`/users?access=${account.id}`);
    const dialog = page.getByRole('dialog', { name: 'Access' });
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Nora Vidal can sign in again').waitFor();
    await dialog.getByRole('button', { name: 'Reset two-factor authentication' }).click();
    await confirm('Reset two-factor authentication');
    await dialog.getByText('Enabled', { exact: true }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await confirm('Deactivate');
    await dialog.getByText('Deactivated').waitFor();
    await dialog.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
  });

  test('sessions of a user end', async () => {
    const { page } = tab;
    const other = await makeAccount(tenant.id, { fullName: 'Omar Gil' });
    const theirs = await browser().tab({ slug: tenant.slug, account: other });
    await tab.open(`/users?access=${other.id}`);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('1 session of Omar Gil has ended').waitFor();
    await page.getByText('Not signed in anywhere.').waitFor();
    await theirs.open('/profile');
    await theirs.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await theirs.close();
  });

  test('a refusal is said in Spanish on a Spanish page', async () => {
    const spanish = await makeAccount(tenant.id, { roles: [Role.TenantAdmin], locale: 'es' });
    const theirs = await browser().tab({ slug: tenant.slug, account: spanish });
    const { page } = theirs;
    await theirs.open('/users?edit=new');
    await page.getByRole('dialog').getByLabel('Nombre').fill('Luis');
    await page.getByRole('dialog').getByLabel('Correo electrónico').fill('luis');
    await page.getByRole('button', { name: 'Enviar invitación' }).click();
    await page.getByText('Debe ser una dirección de correo').waitFor();
    await theirs.close();
  });

  test('the last administrator stays one, and reads why', async () => {
    const lonely = await makeTenant();
    await lonely.within(() => UserModel.deleteMany({ roles: Role.TenantAdmin }));
    const last = await makeAccount(lonely.id, { roles: [Role.TenantAdmin] });
    const theirs = await browser().tab({ slug: lonely.slug, account: last });
    await theirs.open(`/users?edit=${last.id}`);
    await theirs.page.getByRole('dialog').getByLabel('Administrator').uncheck();
    await theirs.page.getByRole('button', { name: 'Save' }).click();
    await theirs.page.getByRole('alert').getByText('TenantAdmin').waitFor();
    await theirs.close();
  });
});

/** Answers the question that is open above another dialog. */
async function confirm(action: string): Promise<void> {
  await tab.page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: action }).click();
}

describe('API keys (/api-keys)', () => {
  test('a key is shown once, copied, works, and is refused once it is revoked', async () => {
    const { page } = tab;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.open('/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Name').fill('Power BI');
    await page.getByLabel('Employees', { exact: true }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'The key Power BI' });
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Copied' }).waitFor();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await shown.getByLabel('Key').inputValue()).toBe(key);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    const ping = async (): Promise<number> =>
      (await browser().service.call('get', '/api/v1/ping').set('X-Api-Key', key)).status;
    expect(await ping()).toBe(200);
    await tab.open('/api-keys');
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: /Power BI/ });
    await row.getByText('Berta Ruiz').waitFor();
    // What keys differ by, not what all begin with.
    expect(key).toContain(/…(.{6})…/.exec(await row.innerText())?.[1] ?? 'no ending');
    await row.getByText('Cycles, Goals and key results, Pulse surveys, Datasets').waitFor();
    await chooseAction(row, 'Revoke');
    await confirm('Revoke');
    await row.getByText('Revoked').waitFor();
    expect(await ping()).toBe(401);
  });
});

describe('provisioning', () => {
  test('a token is shown once, its refusals are listed with their reasons, and it is revoked', async () => {
    const { page } = tab;
    await tab.open('/provisioning');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Entra ID');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('dialog', { name: 'The token Entra ID' });
    const token = await shown.getByLabel('Token').inputValue();
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    const read = () => browser().service.call('get', '/scim/v2/Users?filter=title%20pr', token);
    expect((await read()).status).toBe(400);
    await chooseAction(page.getByRole('row', { name: /Entra ID/ }), 'Calls');
    const calls = page.getByRole('dialog', { name: 'Calls' });
    await calls.getByRole('region', { name: 'Refused' }).getByText('Filters take eq and and.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.open('/provisioning');
    const row = page.getByRole('row', { name: /Entra ID/ });
    await chooseAction(row, 'Revoke');
    await confirm('Revoke');
    await row.getByText('Revoked').waitFor();
    expect((await read()).status).toBe(401);
  });
});

describe('webhooks (/webhooks)', () => {
  test('a secret is shown once, a test shows its answer, a message is sent again, and a pause says why', async () => {
    const { page } = tab;
    const receiver = await new WebhookReceiver(() => 503).start();
    await tab.open('/webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create webhook' });
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Description').fill('Intranet');
    await dialog.getByLabel('Employee left').check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'The secret of Intranet' });
    const secret = await shown.getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Intranet/ });
    await row.getByText('Active').waitFor();
    await chooseAction(row, 'Send test');
    const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
    await deliveries.getByText('Not accepted').waitFor(WHILE_A_JOB_RUNS);
    await deliveries.getByText(/^503 after/).waitFor();
    await deliveries.getByText('an answer').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    receiver.answer = () => 204;
    await chooseAction(deliveries, 'Redeliver');
    await deliveries.getByText('Delivered').waitFor(WHILE_A_JOB_RUNS);
    await deliveries.getByText('2 attempts').waitFor();
    expect(receiver.received.map((message) => message.headers['webhook-signature'])).toEqual(
      receiver.received.map((message) => signatureOf(message, secret)),
    );
    receiver.stop();
    await tab.open('/webhooks');
    expect(await page.content()).not.toContain(secret);
    await chooseAction(row, 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit webhook' });
    await edit.getByLabel('Employee created').check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Employee created, Employee left').waitFor();
    await chooseAction(row, 'Pause');
    await row.getByText('An administrator paused it. Events wait until it is resumed.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await chooseAction(row, 'Resume');
    await row.getByText('Active').waitFor();
    await chooseAction(row, 'Rotate secret');
    await confirm('Rotate secret');
    expect(await shown.getByLabel('Secret').inputValue()).not.toBe(secret);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await chooseAction(row, 'Delete');
    await confirm('Delete');
    await page.getByText('There are no webhooks yet.').waitFor();
  });

  test('a chat is offered only the events that have a sentence', async () => {
    await tab.open('/webhooks?edit=new');
    const dialog = tab.page.getByRole('dialog', { name: 'Create webhook' });
    await dialog.getByLabel('Sends').selectOption('Teams');
    await dialog.getByText('Of these the chat gets a sentence with a link.').waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(5);
  });
});

describe('the audit log (/audit-log)', () => {
  test('filters are in the address, an entry shows what changed, and the log is exported and verified', async () => {
    const { page } = tab;
    const named = { name: 'Acme "Industries"', timezone: 'Europe/Madrid' };
    await browser().service.call('put', '/api/tenant-settings', tenant.admin).send(named).expect(200);
    await tab.open('/audit-log');
    await page.getByLabel('Event').selectOption({ label: 'Settings changed' });
    const row = page.getByRole('row', { name: /Settings changed/ }).first();
    await row.waitFor();
    await page.waitForURL(/event=settings\.updated/);
    await chooseAction(row, 'Details');
    const dialog = page.getByRole('dialog', { name: 'Details' });
    await dialog.getByRole('row', { name: /timezone UTC Europe\/Madrid/ }).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Show all about this' }).click();
    await page.getByRole('button', { name: 'Only one thing' }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON lines' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('audit-log.ndjson');
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).eventType))).toEqual(new Set(['settings.updated']));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/The log is intact: all \d+ entries are as they were written\./).waitFor();
  });

  test('a changed entry is found, and said in words', async () => {
    await tenant.within(async () => {
      const first = await AuditLogModel.findOne({ sequence: 1 }).lean();
      await AuditLogModel.collection.updateOne(
        { _id: first?._id as never, tenantId: tenant.id },
        { $set: { actorEmail: 'x@acme.example' } },
      );
    });
    await tab.open('/audit-log');
    await tab.page.getByRole('button', { name: 'Verify' }).click();
    await tab.page.getByText('The log is not intact: entry 1 was changed after it was written.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
  });
});

describe('settings (/settings)', () => {
  test('name, color and thresholds are stored and shown; what contradicts itself is said at the field', async () => {
    const { page } = tab;
    await tab.open('/settings');
    const form = page.getByRole('form', { name: 'Organization' });
    await form.getByLabel('Name').fill('Acme Iberia');
    await form.getByLabel('Color (optional)').fill('#ffee00');
    await form.getByLabel('Nine-box: low below').fill('4.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Must be greater than the limit of “low”').waitFor();
    await form.getByLabel('Nine-box: low below').fill('2.75');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('banner').getByText('Acme Iberia').waitFor();
    const colors = await page.evaluate<string[]>(
      "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('header')))",
    );
    expect(colors).toEqual(['rgb(255, 238, 0)', 'rgb(0, 0, 0)']);
    const { body } = await browser().service.call('get', '/api/tenant-settings', tenant.admin);
    expect(body).toMatchObject({ name: 'Acme Iberia', nineBox: { lowBelow: 2.75, highFrom: 4 } });
    expect(await tab.accessibilityProblems()).toEqual([]);
  });

  test('a mail server is named and tested, and its refusal is quoted', async () => {
    const { page } = tab;
    await makeAccount(tenant.id, { email: 'berta@acme.example' });
    await tab.open('/settings');
    const form = page.getByRole('form', { name: 'Mail server' });
    await page.getByLabel('Recipient').fill('berta@acme.example');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Sent to berta@acme.example. The mail server answered: 250').waitFor();
    expect(mailbox.mailsTo('berta@acme.example')).toHaveLength(1);
    await form.getByLabel('Port', { exact: true }).fill('1');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('alert').getByText('127.0.0.1').waitFor();
    await mailbox.connect(tenant.id);
  });

  test('a pending onboarding comes before the other pages, for an administrator and for everyone else', async () => {
    const fresh = await makeTenant();
    await TenantModel.updateOne({ _id: fresh.id }, { $set: { onboardingCompleted: false } });
    const first = await makeAccount(fresh.id, { roles: [Role.TenantAdmin] });
    const hr = await makeAccount(fresh.id, { roles: [Role.HRManager] });
    const waiting = await browser().tab({ slug: fresh.slug, account: hr });
    await waiting.open('/employees');
    await waiting.page.getByText('Your organization is being set up.').waitFor();
    await waiting.close();
    const fromSpain = await browser().tab({
      slug: fresh.slug,
      account: first,
      locale: 'es-ES',
      timezoneId: 'Atlantic/Canary',
    });
    await fromSpain.open('/settings/onboarding');
    expect(await fromSpain.page.getByLabel('Language', { exact: true }).inputValue()).toBe('es');
    const proposed = fromSpain.page.getByRole('form', { name: 'Name, language and time zone' });
    expect(await proposed.getByLabel('Time zone').inputValue()).toBe('Atlantic/Canary');
    await fromSpain.close();
    const theirs = await browser().tab({ slug: fresh.slug, account: first });
    await theirs.open('/');
    await theirs.page.getByRole('heading', { level: 1, name: 'Set up your organization' }).waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Finish setup' }).isDisabled()).toBe(true);
    const organization = theirs.page.getByRole('form', { name: 'Name, language and time zone' });
    await organization.getByLabel('Time zone').selectOption('Europe/Madrid');
    await organization.getByRole('button', { name: 'Save' }).click();
    await theirs.page.getByRole('button', { name: 'Finish setup' }).click();
    await theirs.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(theirs.problems).toEqual([]);
    await theirs.close();
  });
});

describe('mail templates (/mail-templates)', () => {
  test('a TenantAdmin changes a text with its preview beside it, and returns to the built-in one', async () => {
    const admin = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const theirs = await browser().tab({ slug: tenant.slug, account: admin });
    const { page } = theirs;
    await theirs.open('/mail-templates');
    await page
      .getByRole('row', { name: /Invitation.*English/ })
      .getByRole('link')
      .click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Hello Ana García').waitFor();
    await page.getByLabel('Body').fill('<p>Welcome <b>{{name}}</b> &amp; team</p><ul><li>{{unknown}}</li></ul>');
    await preview.getByText('unknown').waitFor();
    await page.getByLabel('Body').fill('<p>Welcome <b>{{name}}</b> &amp; team</p><ul><li>{{email}}</li></ul>');
    await preview.getByText('Welcome Ana García & team').waitFor();
    await preview.getByRole('listitem').getByText('ana.garcia@example.com').waitFor();
    expect(await theirs.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your own').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    expect((await mailbox.mailTo(admin.email)).text).toContain('Welcome Ana García & team');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /Invitation.*English.*Built in/ }).waitFor();
    expect(theirs.problems).toEqual([]);
    await theirs.close();
  });
});

describe('a forgotten password', () => {
  test('the link of the mail leads to a new password, once', async () => {
    const account = await makeAccount(tenant.id, { fullName: 'Iker Sanz' });
    const theirs = await browser().tab({ slug: tenant.slug });
    const { page } = theirs;
    await theirs.open('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If an account has this address, a link is on its way.').waitFor();
    const { pathname, hash } = passwordLinkIn(await mailbox.mailTo(account.email));
    expect(pathname).toBe('/reset-password');
    const choose = async (password: string): Promise<void> => {
      await theirs.open(`/sign-in`);
      await theirs.open(pathname + hash);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await choose('password');
    await page.locator('[id$="-error"]').waitFor();
    await choose('quiet-harbor-lantern-88');
    await page.getByText('Your new password is set.').waitFor();
    await choose('quiet-harbor-lantern-99');
    await page.getByRole('alert').or(page.locator('[id$="-error"]')).first().waitFor();
    await signIn(page, { ...account, password: 'quiet-harbor-lantern-88' });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(theirs.problems).toEqual([]);
    await theirs.close();
  });
});
