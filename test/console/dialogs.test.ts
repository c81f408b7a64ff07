import { UserModel } from '../../shared/platform/accounts/user.model';
import { makeEmployee } from '../factories/employee';
import { until } from '../support/until';
import { chooseAction } from './browser';
import { useHrTab } from './hr-tab';

// What else may happen to a form: it is left, other reads come back beside it, a notice covers it.

const { tenant, hr, tab } = useHrTab();

test.each([
  ['Escape', (): Promise<unknown> => tab().page.keyboard.press('Escape')],
  ['"Dismiss"', (): Promise<unknown> => tab().page.getByRole('button', { name: 'Dismiss' }).click()],
  ['"Cancel"', (): Promise<unknown> => tab().page.getByRole('button', { name: 'Cancel' }).click()],
  ['Back', (): Promise<unknown> => tab().page.evaluate('history.back()')],
])('%s asks when something was typed', async (_way, leave) => {
  await tab().open('/employees');
  const { page } = tab();
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add employee' });
  await dialog.getByLabel('First name').fill('Ana');
  await leave();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' }); // else Escape would answer it instead of asking again
  await dialog.locator(':focus').waitFor(); // and reach the dialog
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Ana');
  await leave();
  await question.getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

test('a press outside does nothing', async () => {
  await tab().open('/employees');
  const { page } = tab();
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add employee' });
  await page.mouse.click(5, 5);
  await dialog.getByLabel('First name').waitFor();
});

test('a closed dialog does not come back by Back', async () => {
  await tab().open('/');
  const { page } = tab();
  await page.getByRole('navigation').getByRole('link', { name: 'Employees' }).click();
  await page.getByRole('button', { name: 'Add employee' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(() => page.evaluate<boolean>('history.state?.position === 1'));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('what a new template begins with stays its own when the account is read again', async () => {
  const { page } = tab();
  await tab().open('/templates/new');
  await page.getByLabel('Question or statement').fill('Keeps promises.');
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/my-profile/preferences'));
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'Growth' }).click();
  await stored;
  await page.getByLabel('Title of section 1').fill('Work');
  expect(await page.getByLabel('Question or statement').inputValue()).toBe('Keeps promises.');
  expect(await page.getByText('Someone else', { exact: false }).count()).toBe(0);
});

test('a name is saved although an import has tied the account in the meantime: no one else has saved', async () => {
  const { page } = tab();
  await tab().open('/profile');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ana Nueva');
  const { _id: employeeId } = await tenant().within(() => makeEmployee({ lastName: 'Tied' }));
  await tenant().within(() => UserModel.updateOne({ _id: hr().id }, { $set: { employeeId }, $inc: { revision: 1 } }));
  await page.getByRole('form', { name: 'Account' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByText('Someone else', { exact: false }).count()).toBe(0);
  const account = await tenant().within(() => UserModel.findById(hr().id).lean());
  expect(account).toMatchObject({ fullName: 'Ana Nueva', employeeId });
  await tenant().within(() => UserModel.updateOne({ _id: hr().id }, { $set: { employeeId: null } }));
});

test('a notice can be read and closed beside an open dialog', async () => {
  const { _id: id } = await tenant().within(() => makeEmployee({ lastName: 'Refused' }));
  const { page } = tab();
  await page.route(`**/api/employees/${id}`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await tab().open('/employees?search=Refused');
  await chooseAction(page.getByRole('row', { name: /Refused/ }), 'Delete');
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByRole('status').getByRole('alert');
  await notice.waitFor();
  await question.waitFor();
  expect(await notice.evaluate((element) => element.closest('[inert], [aria-hidden="true"]') === null)).toBe(true);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
});
