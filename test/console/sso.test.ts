import { config } from '../../shared/kernel/config';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { CLIENT_SECRET, connectProvider, registerAt } from '../factories/sso';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../factories/two-factor';
import { startProvider, useProvider } from '../support/oidc-provider';
import { signInOver, type Tab, useConsole } from './browser';

// In a real browser, with a real provider: from no single sign-on to passwords that are refused.

const browser = useConsole({ worker: false });
const provider = useProvider();
let tenant: TestTenant;
let admin: TestAccount;
let configuredUrl: string;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  admin = await makeTwoFactorAccount(tenant.id, { roles: [Role.TenantAdmin], fullName: 'Ana García' });
  // Addresses for the provider come from the configuration alone.
  configuredUrl = config().BASE_URL;
  Object.assign(config(), { BASE_URL: browser().origin() });
});
afterAll(() => {
  Object.assign(config(), { BASE_URL: configuredUrl });
});

const save = (tab: Tab) => tab.page.getByRole('form', { name: 'Single sign-on' }).getByRole('button', { name: 'Save' });
const byProvider = (tab: Tab) => tab.page.getByRole('link', { name: 'Sign in with Acme' });

test('an organization is set up, everyone signs in by the provider, and passwords are refused but for one', async () => {
  await registerAt(provider(), tenant, browser().origin(tenant.slug));
  const account = { sub: admin.id, email: admin.email, email_verified: true };
  await provider().set({ account });

  const other = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
  const setup = await browser().tab({ slug: tenant.slug, account: other });
  await setup.open('/settings/sign-in');
  await setup.page.getByText(`${browser().origin(tenant.slug)}/api/auth/sso/callback`).waitFor();
  await setup.page.getByLabel('Issuer').fill('http://localhost:2');
  await setup.page.getByRole('button', { name: 'Test the provider' }).click();
  await setup.page.getByText('it does not answer').waitFor();
  await setup.page.getByLabel('Issuer').fill(provider().issuer);
  await setup.page.getByRole('button', { name: 'Test the provider' }).click();
  await setup.page.getByText(`${provider().issuer}/auth`).waitFor();
  await setup.page.getByLabel('Client ID').fill(tenant.slug);
  await setup.page.getByLabel('Client secret').fill(CLIENT_SECRET);
  await setup.page.getByLabel('Email domains').fill('example.test, two words');
  await save(setup).click();
  await setup.page.getByText('Must be domains such as example.com').waitFor();
  await setup.page.getByLabel('Email domains').fill('example.test');
  await save(setup).click();
  await setup.page.getByText('A secret is stored').waitFor();
  await setup.open(`/users?access=${admin.id}`);
  await setup.page.getByRole('button', { name: 'Allow the password', exact: true }).click();
  await setup.page.getByRole('button', { name: 'Do not allow the password' }).waitFor();
  await setup.close(); // its session, by password, ends when passwords are refused

  const tab = await browser().tab({ slug: tenant.slug });
  await tab.open('/users?role=TenantAdmin');
  await byProvider(tab).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(new URL(tab.page.url()).search).toBe('?role=TenantAdmin');
  await tab.open('/settings/sign-in');
  await tab.page.getByLabel('Refuse passwords').check();
  await save(tab).click();
  await tab.page.getByText('Saved').first().waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);

  await tab.page.getByRole('button', { name: /Ana García/ }).click();
  await tab.page.getByRole('button', { name: 'Sign out' }).click();
  await tab.page.waitForURL(`${provider().issuer}/session/end*`);
  await tab.open('/sign-in');
  await tab.page.getByText('Sign in with your work account.').waitFor();
  expect(await tab.page.getByLabel('Password').isVisible()).toBe(false);
  await tab.page.getByText('Sign in with a password').click();
  await tab.page.getByLabel('Email').fill(other.email);
  await tab.page.getByLabel('Password').fill(other.password);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByText('The email, password or code is incorrect.').waitFor();
  await tab.close();
});

test('a provider that is lost is survived by the administrator who may use a password', async () => {
  const acme = await makeTenant({ name: 'Acme' });
  const holder = await makeTwoFactorAccount(acme.id, {
    roles: [Role.TenantAdmin],
    credential: { mayUsePassword: true },
  });
  const other = await makeAccount(acme.id);
  const lost = await startProvider();
  await connectProvider(lost, acme, { isRequired: true });
  await lost.stop();
  const tab = await browser().tab({ slug: acme.slug });
  await tab.open('/sign-in');
  await byProvider(tab).click();
  await tab.page.getByText('The sign-in with your work account did not work.').waitFor();
  await tab.page.getByText('Sign in with a password').click();
  await signInOver(tab.page.locator('main'), other);
  await tab.page.getByText('The email, password or code is incorrect.').waitFor();
  await signInOver(tab.page.locator('main'), holder);
  await tab.page.getByLabel('Code').fill(codeOf(holder.secret));
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await tab.open('/settings/sign-in');
  await tab.page.getByLabel('Refuse passwords').uncheck();
  await save(tab).click();
  await tab.page.getByText('Saved').first().waitFor();
  const body = { email: other.email, password: other.password, tenantSlug: acme.slug };
  await browser().service.call('post', '/api/auth/token').send(body).expect(200);
  await tab.close();
});

test('a session that ends over an open form is renewed in another tab, and what was typed stays', async () => {
  await provider().set({ account: { sub: admin.id, email: admin.email, email_verified: true } });
  const tab = await browser().tab({ slug: tenant.slug });
  await tab.open('/settings/sign-in');
  await byProvider(tab).click();
  await tab.page.getByLabel('Sessions end after days at the latest').fill('21');
  await tab.page.context().clearCookies({ name: /session/ });
  const policies = tab.page.getByRole('region', { name: 'Two-factor authentication and sessions' });
  await policies.getByRole('button', { name: 'Save' }).click();
  const again = tab.page.getByRole('dialog', { name: 'Sign in again' });
  const opened = tab.page.waitForEvent('popup');
  await again.getByRole('link', { name: 'Sign in with Acme' }).click();
  const popup = await opened;
  await popup.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await popup.close();
  await tab.page.evaluate('dispatchEvent(new Event("focus"))');
  await again.waitFor({ state: 'detached' });
  await policies.getByRole('button', { name: 'Save' }).click();
  await tab.page.getByText('Saved').first().waitFor();
  expect(await tab.page.getByLabel('Sessions end after days at the latest').inputValue()).toBe('21');
  await tab.close();
});

test('what went wrong is said in the words of the console alone', async () => {
  await provider().set({ isDenying: true });
  const tab = await browser().tab({ slug: tenant.slug });
  await tab.open('/sign-in?next=%2Fmy-goals');
  await byProvider(tab).click();
  await tab.page.getByText('The sign-in was cancelled.').waitFor();
  expect(new URL(tab.page.url()).search).toBe('?error=sso-denied&next=%2Fmy-goals');
  expect(await tab.accessibilityProblems()).toEqual([]);
  await tab.open('/sign-in?error=Call%20this%20number');
  expect(await tab.page.getByText('Call this number').count()).toBe(0);
  await tab.close();
});
