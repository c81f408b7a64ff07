import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { signIn, signInOver, useConsole } from './browser';

// What the sign-in page takes from its address and from the browser, and where it leads when a session ends.

const browser = useConsole({ worker: false });
let tenant: TestTenant;
let hr: TestAccount;

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
});

test.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'next=%s never leaves the host',
  async (next) => {
    const tab = await browser().tab({ slug: tenant.slug });
    await tab.open(`/sign-in?next=${encodeURIComponent(next)}`);
    await signInOver(tab.page.locator('body'), hr);
    await tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(tab.page.url()).toBe(`${browser().origin(tenant.slug)}/`);
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
    const tab = await browser().tab({ slug: tenant.slug });
    await signIn(tab.page, hr);
    await tab.open('/employees?edit=new');
    await tab.page.getByRole('dialog', { name: 'Add employee' }).waitFor();
    await tab.page.context().clearCookies();
    await tab.page.getByRole('button', { name: 'Dismiss' }).click();
    await tab.page.getByRole('link', { name: 'Departments' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signInOver(tab.page.locator('body'), hr);
    await tab.page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor();
    await tab.close();
  });

  test('a changed form asks before it is left', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account: hr });
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
