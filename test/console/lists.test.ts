import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { PreferencesModel } from '../../shared/platform/accounts/preferences.model';
import { makeDepartment } from '../factories/department';
import { makeEmployees } from '../factories/employee';
import { WHILE_A_JOB_RUNS } from './browser';
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
  expect(await columns.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
  await columns.getByLabel('Code', { exact: true }).uncheck();
  await columns.getByRole('button', { name: 'Move Status up' }).click();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await columns.getByRole('button', { name: 'Done' }).click();
  const chosen = ['Name', 'Department and job profile', 'Manager', 'Status', 'Hire date'];
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
  await views.getByRole('button', { name: 'Rename the view All of Kim' }).click();
  await views.getByLabel('Name', { exact: true }).first().fill('Kim');
  await views.getByRole('button', { name: 'Save view' }).first().click();
  await views.getByRole('button', { name: 'Kim', exact: true }).click();
  await page.getByText('1–25 of 28').waitFor();
  expect(new URL(page.url()).search).toBe('?search=Kim');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await views.getByRole('button', { name: 'Delete the view Kim' }).click();
  await views.getByText('A view keeps the search').waitFor();
});

test('a selection over pages is previewed and changed, and tells who stays as they are', async () => {
  const { page } = tab();
  await tab().open('/employees?rows=25&sort=-name');
  await page.getByRole('checkbox', { name: 'Select Kim Person28' }).check();
  const bar = page.getByRole('toolbar', { name: '1 selected' });
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
  await dialog.getByText('28 will change.').waitFor();
  const inDepartment = (): Promise<number> =>
    tenant().within(async () => EmployeeModel.countDocuments({ departmentId }));
  expect(await inDepartment()).toBe(0);
  await dialog.getByRole('button', { name: 'Department: 28' }).click();
  await page.getByText('Department: done for 28').waitFor(WHILE_A_JOB_RUNS);
  expect(await inDepartment()).toBe(28);
  await page.getByRole('toolbar').waitFor({ state: 'detached' });

  await tab().open('/employees?search=Gone');
  await page.getByRole('checkbox', { name: 'Select Gone Away' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = page.getByRole('dialog', { name: 'Invite: 1 selected' });
  await invite.getByText('1 stays as it is:').waitFor();
  await invite.getByText(/^Gone Away: ./).waitFor();
  expect(await invite.getByRole('button', { name: 'Invite: 0' }).isDisabled()).toBe(true);
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
  await department.getByRole('button', { name: 'Department: 210' }).click();
  await department.getByRole('progressbar', { name: 'Department' }).waitFor();
  await department.getByText('200 / 210').waitFor();
  letGo();
  await page.getByText('Department: done for 210').waitFor(WHILE_A_JOB_RUNS);
  expect(sent).toEqual([true, false].flatMap((dryRun) => [200, 10].map((count) => ({ count, dryRun }))));

  await page.getByRole('checkbox', { name: 'Select Lot Aa' }).check();
  await page.getByRole('button', { name: 'Select all 210' }).click();
  await page.getByRole('toolbar', { name: '210 selected' }).getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite: 210 selected' });
  await invite.getByText('208 will change.').waitFor();
  await invite.getByText('an email with a temporary password').waitFor();
  expect(await invite.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Lot Aa: This employee has left/),
    expect.stringMatching(/^Lot Zz: This employee has left/),
  ]);
});
