import type { Route } from 'playwright-core';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, PASSWORD } from '../factories/account';
import { makeTenant } from '../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../factories/two-factor';
import { signIn, signInOver } from './browser';
import { useHr } from './hr-tab';

// What else may happen around signing in: addresses, languages, mistakes, signing out, the end of a session, and Bull Board.

const { browser, tenant, hr } = useHr({ worker: false });

test.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'next=%s never leaves the host',
  async (next) => {
    const tab = await browser().tab({ slug: tenant().slug });
    await tab.open(`/sign-in?next=${encodeURIComponent(next)}`);
    await signInOver(tab.page.locator('body'), hr());
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(tab.page.url()).toBe(`${browser().origin(tenant().slug)}/`);
    await tab.close();
  },
);

test.each([
  ['es-MX', 'en', 'Iniciar sesión'],
  ['en-GB', 'es', 'Sign in'],
  ['fr-FR', 'es', 'Iniciar sesión'],
  ['fr-FR', 'en', 'Sign in'],
])('a browser in %s meets an organization in %s with “%s”', async (spoken, locale, title) => {
  const { slug } = await makeTenant({ locale });
  const tab = await browser().tab({ slug, locale: spoken });
  await tab.open('/sign-in');
  await tab.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await tab.close();
});

describe('a session that ends', () => {
  test('leads to sign-in and back while nothing is typed', async () => {
    const tab = await browser().tab({ slug: tenant().slug });
    await signIn(tab.page, hr());
    await tab.open('/employees?edit=new');
    await tab.page.getByRole('dialog', { name: 'Add employee' }).waitFor();
    await tab.page.context().clearCookies();
    await tab.page.getByRole('button', { name: 'Dismiss' }).click();
    await tab.page.getByRole('link', { name: 'Departments' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signInOver(tab.page.locator('body'), hr());
    await tab.page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor();
    await tab.close();
  });

  test('a changed form asks before it is left', async () => {
    const tab = await browser().tab({ slug: tenant().slug, account: hr() });
    await tab.open('/profile');
    await tab.page.getByLabel('Name', { exact: true }).fill('Someone else');
    await tab.page.getByRole('link', { name: 'Home' }).click();
    await tab.page.getByRole('button', { name: 'Stay' }).click();
    expect(await tab.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Someone else');
    await tab.page.getByRole('link', { name: 'Home' }).click();
    await tab.page.getByRole('button', { name: 'Leave' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await tab.close();
  });
});

test('a wrong password is said without clearing the form', async () => {
  const tab = await browser().tab({ slug: tenant().slug });
  await tab.open('/sign-in');
  await signInOver(tab.page.locator('body'), { ...hr(), password: 'wrong' });
  await tab.page.getByText('The email, password or code is incorrect.').waitFor();
  expect(await tab.page.getByLabel('Email').inputValue()).toBe(hr().email);
  await tab.close();
});

test('a button pressed again while it works says so, and sends once', async () => {
  const tab = await browser().tab({ slug: tenant().slug });
  await tab.open('/sign-in');
  const held: Route[] = [];
  await tab.page.route('**/api/auth/token', (route) => void held.push(route));
  await signInOver(tab.page.locator('body'), hr());
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
  const tab = await browser().tab({ slug: tenant().slug });
  await tab.open('/sign-in');
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByText('This field is required').first().waitFor();
  expect(await tab.page.evaluate<string>('document.activeElement.name')).toBe('email');
  await tab.close();
});

test('two-factor authentication is disabled by a code that is typed in two groups', async () => {
  const account = await makeTwoFactorAccount(tenant().id);
  const tab = await browser().tab({ slug: tenant().slug });
  await tab.open('/sign-in?next=/profile');
  await signInOver(tab.page.locator('body'), account);
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
  const account = await makeAccount(tenant().id);
  const tab = await browser().tab({ slug: tenant().slug });
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
  await signInOver(tab.page.locator('body'), systemAdmin);
  await tab.page.waitForURL(/\/admin\/queues/);
  await tab.close();
});

test('a role that may not see Bull Board is told so', async () => {
  const tab = await browser().tab({ slug: tenant().slug, account: hr() });
  await tab.open('/admin/queues');
  await tab.page.getByText('Your account may not open that page.').waitFor();
  await tab.close();
});
