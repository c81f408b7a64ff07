import { EmployeeModel } from '../../shared/people/employee.model';
import { makeEmployee } from '../factories/employee';
import { signInOver } from './browser';
import { useHrTab } from './hr-tab';

// What is typed stays.

const { tenant, hr, tab } = useHrTab();

/** An employee whose form is open in the tab. */
async function openEmployee(): Promise<{
  id: string;
  dialog: ReturnType<ReturnType<typeof tab>['page']['getByRole']>;
}> {
  const { _id: id } = await tenant().within(() => makeEmployee({ firstName: 'Ana', lastName: 'Gil' }));
  await tab().open(`/employees?search=Gil&edit=${id}`);
  const dialog = tab().page.getByRole('dialog', { name: 'Edit employee' });
  await dialog.getByLabel('Last name').waitFor();
  return { id, dialog };
}

/** What someone else saves in the same time, by the row itself. */
function saveElsewhere(id: string, changes: Partial<{ firstName: string; lastName: string }>): Promise<unknown> {
  return tenant().within(async () => {
    const { firstName, lastName, email, employeeCode } = (await EmployeeModel.findById(id).lean())!;
    const names = { firstName, lastName, email, employeeCode, ...changes };
    await EmployeeModel.updateOne({ _id: id }, { $set: names, $inc: { revision: 1 } });
  });
}

const stored = (id: string): Promise<{ firstName: string; lastName: string } | null> =>
  tenant().within(() => EmployeeModel.findById(id, { firstName: 1, lastName: 1 }).lean());

describe('someone else saves what is being edited', () => {
  test('what only they changed is merged, without a choice', async () => {
    const { id, dialog } = await openEmployee();
    await dialog.getByLabel('Last name').fill('Gil Pardo');
    await saveElsewhere(id, { firstName: 'Anna' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else saved changes in the meantime.').waitFor();
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Anna');
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Gil Pardo');
    expect(await tab().accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(id)).toMatchObject({ firstName: 'Anna', lastName: 'Gil Pardo' });
  });

  test.each([
    ['Keep mine', 'Mine'],
    ['Use theirs', 'Theirs'],
  ])('of a field that both changed, both values are shown: "%s"', async (choice, expected) => {
    const { id, dialog } = await openEmployee();
    await dialog.getByLabel('Last name').fill('Mine');
    await tab().page.route('**/api/departments/options', () => undefined); // another read of the page, which takes long
    await saveElsewhere(id, { lastName: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog.getByRole('group', { name: 'Last name: you and someone else changed this' });
    expect(await conflict.innerText()).toMatch(/Mine[\s\S]*Theirs/);
    expect(await tab().accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await stored(id)).toMatchObject({ lastName: 'Theirs' });
    await conflict.getByRole('button', { name: choice }).click();
    await conflict.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(id)).toMatchObject({ lastName: expected });
  });
});

test('an open form survives the end of the session: signing in opens over it', async () => {
  const { id, dialog } = await openEmployee();
  const { page } = tab();
  await dialog.getByLabel('Last name').fill('Typed before');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Email').waitFor();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await signInOver(again, hr());
  await again.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Last name').inputValue()).toBe('Typed before');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored(id)).toMatchObject({ lastName: 'Typed before' });
});
