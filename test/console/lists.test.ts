import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { PreferencesModel } from '../../shared/platform/accounts/preferences.model';
import { makeDepartment } from '../factories/department';
import { makeEmployees } from '../factories/employee';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
import { useHrTab } from './hr-tab';

// Lists with columns, views and selections; the rows of a menu.

const { tenant, hr, tab } = useHrTab();
let departmentId: string;
beforeAll(async () => {
  await tenant().within(async () => {
    departmentId = await makeDepartment('Support');
    const names = Array.from({ length: 28 }, (_, at) => `Person${String(at + 1).padStart(2, '0')}`);
    await makeEmployees([
      ...names.map((lastName) => ({ firstName: 'Kim', lastName })),
      { firstName: 'Gone', lastName: 'Away', status: EmployeeStatus.Terminated, terminationDate: '2026-01-31' },
    ]);
  });
});

const headings = (): Promise<string[]> => tab().page.getByRole('columnheader').allInnerTexts();
const kept = async (): Promise<object> => {
  const row = await tenant().within(async () => PreferencesModel.findById(hr().id).lean());
  return JSON.parse(row?.content ?? '{}') as object;
};

test('columns are chosen and ordered, and kept with a view and the rows per page', async () => {
  const { page } = tab();
  await tab().open('/employees?search=Kim');
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  expect(await columns.getByLabel('Name (by last name)', { exact: true }).isDisabled()).toBe(true);
  await columns.getByLabel('Code', { exact: true }).uncheck();
  await columns.getByRole('button', { name: 'Move Status up' }).click();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await columns.getByRole('button', { name: 'Done' }).click();
  const chosen = ['Name (by last name)', 'Department and job profile', 'Manager', 'Status', 'Hire date'];
  expect((await headings()).filter((heading) => chosen.includes(heading.trim()))).toEqual(chosen);

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByLabel('Name', { exact: true }).fill('All of Kim');
  await views.getByRole('button', { name: 'Save view' }).click();
  await views.getByRole('button', { name: 'All of Kim', exact: true }).waitFor();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await views.getByRole('button', { name: 'Dismiss' }).click();
  const stored = page.waitForResponse(
    async (answer) => answer.url().endsWith('/preferences') && (await answer.text()).includes('rowsPerPage'),
  );
  await page.getByLabel('Rows per page').selectOption('25');
  await page.getByText('1–25 of 28').waitFor();
  await stored;
  expect(await kept()).toMatchObject({
    rowsPerPage: 25,
    'list:employees': {
      columns: ['name', 'department', 'manager', 'status', 'hired'],
      views: [{ name: 'All of Kim', query: 'search=Kim' }],
    },
  });

  await tab().open('/employees');
  await page.getByText('1–25 of 29').waitFor();
  expect(await headings()).not.toContain('Code');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await chooseAction(views, 'Rename');
  await views.getByLabel('Name', { exact: true }).first().fill('Kim');
  await views.getByRole('button', { name: 'Save view' }).first().click();
  await views.getByRole('button', { name: 'Kim', exact: true }).click();
  await page.getByText('1–25 of 28').waitFor();
  expect(new URL(page.url()).search).toBe('?search=Kim');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await chooseAction(views, 'Delete');
  await views.getByText('A view keeps the search').waitFor();
});

test.each([1_300, 760, 390])(
  'at %i px the bar of a selection moves no row and covers nothing at the end of the page',
  async (width) => {
    const { page } = tab();
    await page.setViewportSize({ width, height: 800 });
    await tab().open('/employees?rows=25&sort=-name');
    const box = page.getByRole('checkbox', { name: 'Select Kim Person28' });
    const before = await box.boundingBox();
    await box.check();
    const bar = page.getByRole('toolbar', { name: '1 selected' });
    await bar.waitFor();
    expect(await box.boundingBox()).toEqual(before);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const pager = await page.getByRole('link', { name: 'Next' }).boundingBox();
    const top = (await bar.boundingBox())?.y ?? 0;
    expect((pager?.y ?? Infinity) + (pager?.height ?? 0)).toBeLessThan(top);
    await page.setViewportSize({ width: 1_300, height: 900 });
  },
);

test('a selection over pages is previewed and changed, and tells who stays as they are', async () => {
  const { page } = tab();
  await tab().open('/employees?rows=25&sort=-name');
  const last = page.getByRole('checkbox', { name: 'Select Kim Person28' });
  const before = await last.boundingBox();
  await last.check();
  const bar = page.getByRole('toolbar', { name: '1 selected' });
  await bar.waitFor();
  expect(await last.boundingBox()).toEqual(before); // the rows do not move under the pointer
  await bar.getByRole('button', { name: 'Select all 29' }).click();
  await page.getByRole('toolbar', { name: '29 selected' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select all on this page' }).isChecked()).toBe(true);
  expect(await tab().accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('26–29 of 29').waitFor();
  await page.getByRole('checkbox', { name: 'Select Kim Person01' }).uncheck();
  await page.getByRole('toolbar', { name: '28 selected' }).getByRole('button', { name: 'Department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Department: 28 selected' });
  await dialog.getByRole('combobox', { name: 'Department' }).selectOption('Support');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Set Support for 28 people?').waitFor();
  const inDepartment = (): Promise<number> =>
    tenant().within(async () => EmployeeModel.countDocuments({ departmentId }));
  expect(await inDepartment()).toBe(0);
  await dialog.getByRole('button', { name: 'Set Support for 28 people' }).click();
  await page.getByText('Done: Set Support for 28 people').waitFor(WHILE_A_JOB_RUNS);
  expect(await inDepartment()).toBe(28);
  await page.getByRole('toolbar').waitFor({ state: 'detached' });

  await tab().open('/employees?search=Gone');
  await page.getByRole('checkbox', { name: 'Select Gone Away' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = page.getByRole('dialog', { name: 'Invite: 1 selected' });
  await invite.getByText('1 stays as it is:').waitFor();
  await invite.getByText(/^Gone Away: ./).waitFor();
  expect(await invite.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true);
  expect(await tab().accessibilityProblems()).toEqual([]);
});

test('the menu of a row opens by the keyboard, does what is chosen, and gives the focus back', async () => {
  const { page } = tab();
  await tab().open('/employees?search=Person07');
  const button = page.getByRole('button', { name: 'Actions for Kim Person07' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const menu = page.getByRole('menu', { name: 'Actions for Kim Person07' });
  await menu.waitFor();
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Edit', 'Invite', 'Delete']);
  expect(await tab().accessibilityProblems()).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await menu.locator('[role="menuitem"]:focus', { hasText: 'Edit' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit employee' }).waitFor();
});

test('nothing is done for the selected rows while all are being selected', async () => {
  const { page } = tab();
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/employees?*pageSize=200*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await tab().open('/employees?rows=25&sort=-name');
  await page.getByRole('checkbox', { name: 'Select Kim Person28' }).check();
  await page.getByRole('button', { name: 'Select all 29' }).click();
  const bar = page.getByRole('toolbar');
  await bar.locator('button[aria-busy]', { hasText: 'Department' }).click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  letGo();
  await page.getByRole('toolbar', { name: '29 selected' }).getByRole('button', { name: 'Department' }).click();
  await page.getByRole('dialog', { name: 'Department: 29 selected' }).waitFor();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/employees?*pageSize=200*');
});

test('a selection above 200 goes in requests of at most 200, with progress and the refusals of all of them', async () => {
  const { page } = tab();
  await tenant().within(async () => {
    const left = { status: EmployeeStatus.Terminated, terminationDate: '2026-01-31' };
    await makeEmployees([
      { firstName: 'Lot', lastName: 'Aa', ...left },
      ...Array.from({ length: 208 }, (_, at) => ({ firstName: 'Lot', lastName: `Person${at + 100}` })),
      { firstName: 'Lot', lastName: 'Zz', ...left },
    ]);
  });
  const sent: { count: number; dryRun: boolean }[] = [];
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/employees/bulk', async (route) => {
    const { ids, dryRun } = route.request().postDataJSON() as { ids: string[]; dryRun: boolean };
    sent.push({ count: ids.length, dryRun });
    if (!dryRun && ids.length < 200) await isHeld;
    await route.continue();
  });
  await tab().open('/employees?search=Lot&sort=name');
  await page.getByRole('checkbox', { name: 'Select Lot Aa' }).check();
  await page.getByRole('button', { name: 'Select all 210' }).click();
  await page.getByRole('toolbar', { name: '210 selected' }).getByRole('button', { name: 'Department' }).click();
  const department = page.getByRole('dialog', { name: 'Department: 210 selected' });
  await department.getByRole('combobox', { name: 'Department' }).selectOption('Support');
  await department.getByRole('button', { name: 'Preview' }).click();
  await department.getByRole('button', { name: 'Set Support for 210 people' }).click();
  await department.getByRole('progressbar', { name: 'Department' }).waitFor();
  await department.getByText('200 / 210').waitFor();
  letGo();
  await page.getByText('Done: Set Support for 210 people').waitFor(WHILE_A_JOB_RUNS);
  expect(sent).toEqual([true, false].flatMap((dryRun) => [200, 10].map((count) => ({ count, dryRun }))));

  await page.getByRole('checkbox', { name: 'Select Lot Aa' }).check();
  await page.getByRole('button', { name: 'Select all 210' }).click();
  await page.getByRole('toolbar', { name: '210 selected' }).getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite: 210 selected' });
  await invite.getByText('Invite 208 people?').waitFor();
  await invite.getByText('an email with a temporary password').waitFor();
  expect(await invite.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Lot Aa: This employee has left/),
    expect.stringMatching(/^Lot Zz: This employee has left/),
  ]);
});

test('a list that is wider than its box keeps names and actions in sight, with a shadow where there is more', async () => {
  const { page } = tab();
  await page.setViewportSize({ width: 760, height: 900 });
  await tab().open('/employees?search=Kim');
  const box = page.getByRole('region', { name: 'Employees' });
  const row = box.getByRole('row').nth(1);
  const isInSight = () =>
    box.evaluate((element) => {
      const inside = element.getBoundingClientRect();
      return [...element.querySelectorAll('tbody tr:first-child > :is(th, td:last-child)')].map((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return left >= inside.left - 1 && right <= inside.right + 1;
      });
    });
  const hasShadow = async (cell: 'rowheader' | 'cell'): Promise<boolean> => {
    const shadow: string = await row
      .getByRole(cell)
      .last()
      .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).boxShadow ?? 'none');
    return shadow !== 'none' && !shadow.startsWith('rgba(0, 0, 0, 0)');
  };
  await row.waitFor();
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await isInSight()).toEqual([true, true]);
  expect([await hasShadow('rowheader'), await hasShadow('cell')]).toEqual([false, true]);
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  while (await hasShadow('cell')) await page.waitForTimeout(20); // the next frame draws it
  expect(await isInSight()).toEqual([true, true]);
  expect(await hasShadow('rowheader')).toBe(true);
});
