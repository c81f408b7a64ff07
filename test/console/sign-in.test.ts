import type { Route } from 'playwright-core';
import speakeasy from 'speakeasy';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, PASSWORD, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../factories/two-factor';
import { signIn, type Tab, useConsole } from './browser';

const browser = useConsole({ worker: false });
let tenant: TestTenant;
let hr: TestAccount;

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
});

async function fillIn(tab: Tab, { email, password }: TestAccount): Promise<void> {
  await tab.page.getByLabel('Email').fill(email);
  await tab.page.getByLabel('Password').fill(password);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
}

describe('signing in', () => {
  test('leads back to where a session was missing', async () => {
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/employees?status=Active');
    expect(new URL(tab.page.url()).searchParams.get('next')).toBe('/employees?status=Active');
    await fillIn(tab, hr);
    await tab.page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();
    expect(new URL(tab.page.url()).search).toBe('?status=Active');
    await tab.close();
  });

  test('a wrong password is said without clearing the form', async () => {
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/sign-in');
    await fillIn(tab, { ...hr, password: 'wrong' });
    await tab.page.getByText('The email, password or code is incorrect.').waitFor();
    expect(await tab.page.getByLabel('Email').inputValue()).toBe(hr.email);
    await tab.close();
  });

  test('a button pressed again while it works says so, and sends once', async () => {
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/sign-in');
    const held: Route[] = [];
    await tab.page.route('**/api/auth/token', (route) => void held.push(route));
    await fillIn(tab, hr);
    const busy = tab.page.locator('button[aria-busy="true"][aria-disabled="true"]', { hasText: 'Sign in' });
    await busy.click({ force: true });
    await busy.press('Enter');
    expect(held).toHaveLength(1);
    await held[0]?.continue();
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(held).toHaveLength(1);
    await tab.close();
  });

  test('an empty field is named, and takes the focus', async () => {
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/sign-in');
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByText('This field is required').first().waitFor();
    expect(await tab.page.evaluate<string>('document.activeElement.name')).toBe('email');
    await tab.close();
  });

  test('a temporary password leads to the change page before anything else, then to where the link of a mail led', async () => {
    const account = await makeAccount(tenant.id, { credential: { mustChangePassword: true } });
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/notifications?page=1');
    await fillIn(tab, account);
    await tab.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
    await tab.page.getByText('At least 8 characters').waitFor();
    await tab.page.getByLabel('New password').fill('quiet-harbor-lantern-88');
    await tab.page.getByRole('button', { name: 'Show password' }).click();
    expect(await tab.page.getByLabel('New password').getAttribute('type')).toBe('text');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    expect(new URL(tab.page.url()).search).toBe('?page=1');
    await tab.close();
  });

  test('two-factor authentication is set up on the profile, and a code asked for on the same page', async () => {
    const account = await makeAccount(tenant.id);
    const tab = await browser().tab({ slug: tenant.slug });
    await signIn(tab.page, account);
    await tab.open('/profile');
    const section = tab.page.getByRole('region', { name: 'Two-factor authentication' });
    await section.getByLabel('Current password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Set up' }).click();
    await tab.page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await tab.page.locator('code').innerText();
    const code = (steps: number): string =>
      speakeasy.totp({ secret, encoding: 'base32', time: Math.floor(Date.now() / 1_000) + 30 * steps });
    await tab.page.getByLabel('Code').fill(code(0));
    await tab.page.getByRole('button', { name: 'Enable' }).click();
    await tab.page.getByText('Enabled. Signing in asks for a code').waitFor();
    await tab.open('/profile');
    await tab.page.getByText('Enabled. Signing in asks for a code').waitFor();
    await tab.page.getByRole('button', { name: 'Ana García' }).click();
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.waitForURL(/sign-in/);
    await fillIn(tab, account);
    await tab.page.getByLabel('Code').fill(code(1));
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await tab.close();
  });

  test('two-factor authentication is disabled by a code that is typed in two groups', async () => {
    const account = await makeTwoFactorAccount(tenant.id);
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open('/sign-in?next=/profile');
    await fillIn(tab, account);
    await tab.page.getByLabel('Code').fill(codeOf(account.secret));
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    const section = tab.page.getByRole('region', { name: 'Two-factor authentication' });
    await section.getByRole('button', { name: 'Disable' }).click();
    await section.getByLabel('Current password').fill(PASSWORD);
    const code = codeOf(account.secret, 1);
    await section.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await section.getByRole('button', { name: 'Disable' }).click();
    await section.getByRole('button', { name: 'Set up' }).waitFor();
    await tab.close();
  });

  test('signing out asks about answers that were not sent, and removes them from the browser', async () => {
    const account = await makeAccount(tenant.id);
    const tab = await browser().tab({ slug: tenant.slug });
    await signIn(tab.page, account);
    const kept = (): Promise<number> =>
      tab.page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("answer:")).length');
    await tab.page.evaluate(`localStorage.setItem("answer:${account.id}:e:i", '{"mine":{"score":1}}')`);
    const signOut = async (): Promise<void> => {
      await tab.page.getByRole('button', { name: 'Ana García' }).click();
      await tab.page.getByRole('button', { name: 'Sign out' }).click();
      await tab.page.getByText('1 answer has not been sent').waitFor();
    };
    await signOut();
    await tab.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await kept()).toBe(1);
    await signOut();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await tab.page.waitForURL(/sign-in/);
    expect(await kept()).toBe(0);
    await tab.close();
  });

  test('the platform’s account signs in on the bare host, and gets back to Bull Board', async () => {
    const systemAdmin = await makeAccount(undefined, { roles: [Role.SystemAdmin] });
    const tab = await browser().tab();
    await tab.page.goto('/admin/queues');
    await tab.page.getByLabel('Organization').waitFor();
    await fillIn(tab, systemAdmin);
    await tab.page.waitForURL(/\/admin\/queues/);
    await tab.close();
  });

  test('a role that may not see Bull Board is told so', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account: hr });
    await tab.open('/admin/queues');
    await tab.page.getByText('Your account may not open that page.').waitFor();
    await tab.close();
  });
});
