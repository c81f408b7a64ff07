import type { Page } from 'playwright-core';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { Role } from '../../shared/kernel/permissions';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeEvaluatedCycle } from '../factories/evaluation';
import { makeJobProfile } from '../factories/framework';
import { makeTenant } from '../factories/tenant';
import { goByNavigation, type Tab } from './browser';
import { useHr } from './hr-tab';

const { browser, tenant, hr } = useHr({ worker: false });
beforeAll(() => tenant().within(() => makeEmployee({ firstName: 'Kim', lastName: 'Park' })));

const tabOf = (account: TestAccount, { slug } = tenant()): Promise<Tab> => browser().tab({ slug, account });

/** The next answer of the API to a GET of `path` is this one instead; those after it are its own. */
async function answerOnce(tab: Tab, path: string, status: number, headers: Record<string, string>): Promise<void> {
  await tab.page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, headers: { 'Content-Type': 'application/json', ...headers }, body: '{}' }),
    { times: 1 },
  );
}

/** Files of the console that cannot be loaded, with a status or without an answer, until the returned function is called. */
async function missing(page: Page, files: string, status?: number): Promise<() => void> {
  let isMissing = true;
  await page.route(files, async (route) => {
    if (!isMissing) await route.continue();
    else if (status === undefined) await route.abort();
    else await route.fulfill({ status });
  });
  return () => void (isMissing = false);
}

describe('bad days', () => {
  test('a 429 counts down and goes on by itself', async () => {
    const tab = await tabOf(hr());
    await answerOnce(tab, '/api/employees', 429, { 'Retry-After': '3' });
    await tab.page.goto('/employees');
    await tab.page.getByText(/Continuing in [23] seconds/).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.page.getByText('Kim Park').waitFor();
    expect(await tab.page.getByText('Continuing in').count()).toBe(0);
    await tab.close();
  });

  test('a 5xx offers "Try again" and the request id', async () => {
    const tab = await tabOf(hr());
    await answerOnce(tab, '/api/employees', 503, { 'X-Request-Id': '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' });
    await tab.page.goto('/employees');
    const view = tab.page.getByRole('alert');
    await view.getByText('Something went wrong on our side. Try again.').waitFor();
    await view.getByText('3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await view.getByRole('button', { name: 'Try again' }).click();
    await tab.page.getByText('Kim Park').waitFor();
    await tab.close();
  });

  test('a job that fails says so wherever the user is, and leads to the reason', async () => {
    await makeEvaluatedCycle(tenant(), { cycle: { name: 'Review A' } });
    const tab = await tabOf(hr());
    await tab.open('/nine-box');
    await tab.page.getByRole('button', { name: 'Download Excel' }).click();
    await tab.page.getByRole('progressbar', { name: /Excel workbook/ }).waitFor();
    await tab.page.getByRole('link', { name: 'Employees', exact: true }).click();
    await tab.page.getByText('Kim Park').waitFor();
    const error = { code: 'INTERNAL', message: 'The disk is full.', validationErrors: [] };
    await tenant().within(() =>
      JobModel.updateOne(
        { type: 'insight.export-nine-box' },
        { $set: { status: JobStatus.Failed, error, finishedAt: now() } },
      ),
    );
    await tab.page.getByText(/Failed: Excel workbook of the nine-box of Review A\. The disk is full\./).waitFor();
    await goByNavigation(tab.page, 'Background work');
    await tab.page.getByRole('row', { name: /The disk is full/ }).waitFor();
    await tab.close();
  });

  test('a role that is taken away while the page is open ends what it showed', async () => {
    const account = await makeAccount(tenant().id, { roles: [Role.HRManager] });
    const tab = await tabOf(account);
    await tab.open('/employees');
    await tab.page.getByText('Kim Park').waitFor();
    const answer = await browser()
      .service.call('put', `/api/users-admin/${account.id}`, tenant().admin)
      .send({ roles: [Role.User] });
    expect(answer.status).toBe(200);
    expect((await tenant().within(() => UserModel.findById(account.id).lean()))?.roles).not.toContain(Role.HRManager);
    await tab.page.getByLabel('Search').fill('kim');
    await tab.page.getByText(/You may not see this page|Sign in to continue/).waitFor();
    expect(await tab.page.getByText('Kim Park').count()).toBe(0);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.close();
  });

  test('a page whose file a new release took away is loaded once more, and then shown', async () => {
    const tab = await tabOf(hr());
    await tab.open('/');
    const { page } = tab;
    const bringBack = await missing(page, '**/console/assets/departments.page-*.js', 404);
    page.once('domcontentloaded', bringBack);
    // The page of the new release names another entry.
    await page.route(
      (url) => url.pathname === '/',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>newer' }),
      { times: 1 },
    );
    await page.evaluate('globalThis.isOld = true');
    await page.getByRole('navigation').getByRole('link', { name: 'Departments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor();
    expect(await page.evaluate('globalThis.isOld')).toBeUndefined();
    await tab.close();
  });

  test('a file that is missing for another reason offers "Try again", which means it', async () => {
    const tab = await tabOf(hr());
    await tab.open('/');
    const { page } = tab;
    await page.evaluate('globalThis.isOld = true');
    const bringBack = await missing(page, '**/console/assets/departments.page-*.js');
    await page.getByRole('navigation').getByRole('link', { name: 'Departments' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    bringBack();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor();
    expect(await page.evaluate('globalThis.isOld')).toBe(true);
    await tab.close();
  });

  test('a language that cannot be loaded shows a page above every frame, and "Try again" means it', async () => {
    const tab = await browser().tab({ slug: tenant().slug });
    const bringBack = await missing(tab.page, '**/console/assets/en-*.js');
    await tab.page.goto('/sign-in');
    await tab.page.getByRole('heading', { level: 1, name: 'The page could not be shown' }).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    bringBack();
    await tab.page.getByRole('button', { name: 'Try again' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await tab.close();
  });

  test('copying and new rows work by plain HTTP, where the browser gives no clipboard and no random ids', async () => {
    await tenant().within(() => makeJobProfile([{}]));
    const tab = await tabOf(hr());
    const { page } = tab;
    await page.addInitScript(`
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
      document.addEventListener('copy', () => { globalThis.copied = String(getSelection()) || document.activeElement.value; });
    `);
    const requestId = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
    await answerOnce(tab, '/api/employees', 503, { 'X-Request-Id': requestId });
    await page.goto('/employees');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('globalThis.copied')).toBe(requestId);
    await page.goto('/career-paths/new');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('listitem', { name: 'Step 1' }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('an empty organization: every list says what belongs there and offers the step that fills it', async () => {
    const empty = await makeTenant();
    const tab = await tabOf(await makeAccount(empty.id, { roles: [Role.HRManager] }), empty);
    // Without /skill-frameworks: those of the platform are shown to every organization.
    const lists: readonly [address: string, action: string, leadsTo: RegExp][] = [
      ['/employees', 'Create the first one', /\/employees\?edit=new$/],
      ['/departments', 'Create the first one', /\/departments\?edit=new$/],
      ['/competencies', 'Create the first one', /\/competencies\/new$/],
      ['/job-profiles', 'Create the first one', /\/job-profiles\/new$/],
      ['/templates', 'Create the first one', /\/templates\/new$/],
      ['/cycles', 'Create the first one', /\/cycles\?edit=new$/],
      ['/calibration', 'Create the first one', /\/calibration\?edit=new$/],
      ['/career-paths', 'Create the first one', /\/career-paths\/new$/],
      ['/gaps', 'Show the cycles', /\/cycles$/],
      ['/heatmap', 'Show the cycles', /\/cycles$/],
      ['/nine-box', 'Show the cycles', /\/cycles$/],
      ['/dashboard', 'Show the cycles', /\/cycles$/],
    ];
    for (const [address, action, leadsTo] of lists) {
      await tab.open(address);
      const view = tab.page.getByRole('link', { name: action }).locator('..');
      expect([address, (await view.getByRole('paragraph').innerText()).length > 20]).toEqual([address, true]);
      await view.getByRole('link', { name: action }).click();
      await tab.page.waitForURL(leadsTo);
    }
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('/departments by keyboard', () => {
  test('arrow keys move, fold, unfold and reach the menu; the head is shown', async () => {
    await tenant().within(async () => {
      const head = await makeEmployee({ firstName: 'Noa', lastName: 'Levi' });
      const top = await makeDepartment('Alpha', { managerId: head._id });
      await makeDepartment('Beta', { parentId: top });
      await makeDepartment('Gamma');
    });
    const tab = await tabOf(hr());
    await tab.open('/departments');
    const { page } = tab;
    const tree = page.getByRole('treegrid', { name: 'Departments' });
    await tree.getByText('Head: Noa Levi').waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.innerText');
    await tree.getByRole('row').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Beta');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toContain('Alpha');
    await page.keyboard.press('ArrowLeft');
    expect(await tree.getByRole('row').count()).toBe(2);
    await page.keyboard.press('End');
    expect(await focused()).toContain('Gamma');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await tree.getByRole('row').count()).toBe(3);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('⋯');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Add below' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit department' });
    expect(await dialog.getByLabel('Department head').inputValue()).toBe('Noa Levi');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
