import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { CredentialModel } from '../../shared/platform/accounts/credential.model';
import { makeAccount } from '../factories/account';
import { makeEmployee } from '../factories/employee';
import { makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { chooseAction, type Tab, useConsole } from './browser';

const browser = useConsole();
let tenant: TestTenant;

async function employeePage(employeeId: string): Promise<Tab> {
  const hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(`/employees/${employeeId}`);
  return tab;
}

beforeEach(async () => {
  tenant = await makeTenant();
});

describe('/employees/:id', () => {
  test('shows data, manager, direct reports and evaluations, also of a person whose name is HTML', async () => {
    const { subjects, cycle } = await makeEvaluatedCycle(tenant, { subjects: [{}] });
    const employee = subjects[0]?.employee;
    if (!employee) throw new Error('The cycle has no subject.');
    const firstName = '<img src=x onerror=alert(1)>';
    await tenant.within(async () => {
      const { _id, email, employeeCode } = employee;
      const named = { firstName, lastName: 'Ruiz', fullName: `${firstName} Ruiz`, email, employeeCode };
      await EmployeeModel.updateOne({ _id }, { $set: named });
      await makeEmployee({ firstName: 'Direct', lastName: 'Report', managerId: employee._id });
    });
    const tab = await employeePage(employee._id);
    const { page } = tab;
    expect(await page.locator('h1').innerText()).toBe(`${firstName} Ruiz`);
    await page.getByRole('table').getByText(cycle.name).waitFor();
    await page.getByRole('link', { name: 'Direct reports' }).click();
    await page.getByRole('link', { name: 'Direct Report', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Direct Report' }).waitFor();
    await page.getByRole('link', { name: `${firstName} Ruiz` }).click();
    await page.getByRole('heading', { level: 1, name: `${firstName} Ruiz` }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('has the plans of the employee and a new one, and invites again only who never signed in', async () => {
    const employee = await tenant.within(() => makeEmployee({ firstName: 'Ana', lastName: 'Ruiz' }));
    const account = await makeAccount(tenant.id, { employeeId: employee._id });
    await tenant.within(() => CredentialModel.updateOne({ _id: account.id }, { $set: { lastSignInAt: null } }));
    const tab = await employeePage(employee._id);
    const { page } = tab;
    await page.getByRole('button', { name: 'Send the invitation again' }).waitFor();
    await tenant.within(() => CredentialModel.updateOne({ _id: account.id }, { $set: { lastSignInAt: new Date() } }));
    await page.getByRole('link', { name: 'Development plans' }).last().click();
    await page.getByText('This employee has no development plan yet.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: 'New plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'New development plan' });
    expect(await dialog.getByRole('combobox', { name: 'Employee' }).inputValue()).toBe('Ana Ruiz');
    await dialog.getByLabel('Title').fill('Speaks in public');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Speaks in public' }).waitFor();
    await tab.open(`/employees/${employee._id}?show=plans`);
    await page.getByRole('row', { name: /Speaks in public Draft/ }).waitFor();
    await page.getByRole('button', { name: 'Reset password' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send the invitation again' }).count()).toBe(0);
    await tab.close();
  });

  test('lists show a photo, and initials for a lost one', async () => {
    const manager = await tenant.within(() => makeEmployee({ firstName: 'Marta', lastName: 'Boss' }));
    const [shown] = await tenant.within(async () => [
      await makeEmployee({ firstName: 'Ana', lastName: 'Shown', managerId: manager._id }),
      await makeEmployee({ firstName: 'Luis', lastName: 'Lost', managerId: manager._id, photoFileId: newId() }),
      await makeEmployee({ firstName: 'Eva', lastName: 'None', managerId: manager._id }),
    ]);
    const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const stored = await browser()
      .service.call('post', `/api/employees/${shown?._id}/photo`, tenant.hr)
      .attach('file', png, 'photo.png');
    expect(stored.status).toBe(200);
    const tab = await employeePage(manager._id);
    const { page } = tab;
    await page.getByRole('link', { name: 'Direct reports' }).click();
    const row = (name: string): Locator => page.getByRole('row', { name });
    const initials = (name: string): Locator => row(name).locator('[data-initials]');
    await initials('Luis Lost').waitFor();
    expect(await initials('Luis Lost').getAttribute('data-initials')).toBe('LL');
    await initials('Eva None').waitFor();
    const photo = row('Ana Shown').locator('img');
    const width = `(async () => { const image = document.querySelector('table img');
      await image.decode(); return image.naturalWidth; })()`;
    await photo.waitFor();
    expect(await page.evaluate<number>(width)).toBe(64);
    expect(tab.requests.filter(({ type }) => type === 'image')).toEqual([]);
    await page.getByRole('link', { name: 'Ana Shown' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Shown' }).waitFor();
    await tab.open('/employees?search=Shown');
    await photo.waitFor();
    await tab.close();
  });

  test('a manager is found by typing; leaving says what follows before it is saved', async () => {
    const employee = await tenant.within(async () => {
      await makeEmployee({ firstName: 'Marta', lastName: 'Boss', email: 'boss@x.example' });
      return makeEmployee({ firstName: 'Ana', lastName: 'Ruiz' });
    });
    const tab = await employeePage(employee._id);
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Manager').fill('nobody at all');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose an employee from the list').waitFor();
    await dialog.getByLabel('Manager').fill('marta');
    await dialog.getByRole('option', { name: 'Marta Boss boss@x.example' }).click();
    await dialog.getByLabel('Status').selectOption('Terminated');
    await dialog.getByText('can no longer sign in').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Marta Boss' }).waitFor();
    await page.getByText('This employee has left.').waitFor();
    const stored = await tenant.within(() => EmployeeModel.findById(employee._id).lean());
    expect(stored?.status).toBe('Terminated');
    await tab.close();
  });

  test('before a manager is deleted, the question says how many lose theirs', async () => {
    const { _id } = await tenant.within(async () => {
      const manager = await makeEmployee({ firstName: 'Marta', lastName: 'Boss' });
      await makeEmployee({ managerId: manager._id });
      await makeEmployee({ managerId: manager._id });
      return manager;
    });
    const tab = await employeePage(_id);
    const { page } = tab;
    await tab.open('/employees?search=boss');
    await chooseAction(page.getByRole('row', { name: /Marta Boss/ }), 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Marta Boss?' });
    await dialog.getByText('2 direct reports have no manager until you choose another.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Marta Boss has been deleted').waitFor();
    expect(await tenant.within(() => EmployeeModel.countDocuments({ managerId: null }))).toBe(2);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('typing fast and pressing Enter picks only what was found for the typed text', async () => {
    const employee = await tenant.within(async () => {
      await makeEmployee({ firstName: 'Marta', lastName: 'Alba' });
      await makeEmployee({ firstName: 'Marta', lastName: 'Zapata' });
      return makeEmployee({ firstName: 'Eva', lastName: 'Ruiz' });
    });
    const tab = await employeePage(employee._id);
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Manager').fill('Marta');
    await dialog.getByRole('option', { name: /Marta Alba/ }).waitFor();
    // The answer for the longer text takes its time.
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => void (answer = resolve));
    await page.route(/options\?search=Marta(%20|\+)Z/, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await dialog.getByLabel('Manager').pressSequentially(' Z');
    await page.keyboard.press('Enter');
    expect(await dialog.getByRole('listbox').getByRole('option').count()).toBe(0);
    expect(await dialog.getByLabel('Manager').inputValue()).toBe('Marta Z');
    answer();
    await dialog.getByRole('option', { name: /Marta Zapata/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Manager').inputValue()).toBe('Marta Zapata');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Marta Zapata' }).waitFor();
    await tab.close();
  });

  test('an invitation makes the account, and a reset asks first', async () => {
    const employee = await tenant.within(() => makeEmployee());
    const tab = await employeePage(employee._id);
    const { page } = tab;
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('This employee has an account.').waitFor();
    await page.getByRole('button', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset this employee’s password?' });
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await tab.close();
  });

  test('an employee who does not exist is not found', async () => {
    const tab = await employeePage('7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17');
    await tab.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await tab.close();
  });
});
