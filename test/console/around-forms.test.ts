import { useHrTab } from './hr-tab';

// What leaving a form does.

const { tab } = useHrTab();

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
  await page.waitForFunction('history.state?.position === 1');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
