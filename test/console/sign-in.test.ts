import speakeasy from 'speakeasy';
import { makeAccount, PASSWORD } from '../factories/account';
import { signIn, signInOver } from './browser';
import { useHr } from './hr-tab';

const { browser, tenant, hr } = useHr({ worker: false });

describe('signing in', () => {
  test('leads back to where a session was missing', async () => {
    const tab = await browser().tab({ slug: tenant().slug });
    await tab.open('/employees?status=Active');
    expect(new URL(tab.page.url()).searchParams.get('next')).toBe('/employees?status=Active');
    await signInOver(tab.page.locator('body'), hr());
    await tab.page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();
    expect(new URL(tab.page.url()).search).toBe('?status=Active');
    await tab.close();
  });

  test('a temporary password leads to the change page before anything else, then to where the link of a mail led', async () => {
    const account = await makeAccount(tenant().id, { credential: { mustChangePassword: true } });
    const tab = await browser().tab({ slug: tenant().slug });
    await tab.open('/notifications?page=1');
    await signInOver(tab.page.locator('body'), account);
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
    const account = await makeAccount(tenant().id);
    const tab = await browser().tab({ slug: tenant().slug });
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
    await signInOver(tab.page.locator('body'), account);
    await tab.page.getByLabel('Code').fill(code(1));
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await tab.close();
  });
});
