import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { applyRetention } from '../../shared/privacy/retention.store';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee } from '../factories/employee';
import { makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeGoal } from '../factories/goal';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
let tenant: TestTenant;
let admin: TestAccount;
let person: Employee;
let tab: Tab;

beforeAll(async () => {
  tenant = await makeTenant();
  admin = await makeAccount(tenant.id, { roles: [Role.TenantAdmin], fullName: 'Nora Vidal' });
  person = await tenant.within(() => makeEmployee({ firstName: 'Berta', lastName: 'Quintanilla' }));
  await makeEvaluatedCycle(tenant, {
    template: await makeTemplate(tenant, { items: [templateItem()] }),
    subjects: [
      {
        employee: person,
        evaluators: [
          { type: EvaluatorType.Manager, comment: 'Reliable' },
          { type: EvaluatorType.Peer, comment: 'Too quiet' },
          { type: EvaluatorType.Peer }, // comments of a hidden group are not offered
          { type: EvaluatorType.Peer },
        ],
      },
    ],
  });
  await tenant.within(() => makeGoal({ title: 'Succeed Berta Quintanilla' }));
});

beforeEach(async () => {
  tab = await browser().tab({ slug: tenant.slug, account: admin });
});

afterEach(async () => {
  await tab.close();
});

describe('privacy requests', () => {
  test('a legal hold: set on the page of the employee, shown with who, when and why, and lifted after a question', async () => {
    const { page } = tab;
    await tab.open(`/employees/${person._id}`);
    const section = page.getByRole('region', { name: 'Legal hold' });
    await section.getByRole('button', { name: 'Set hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Legal hold of Berta Quintanilla' });
    await dialog.getByRole('button', { name: 'Set hold' }).click();
    await dialog.getByText('This field is required').first().waitFor();
    await dialog.getByLabel('Until').fill('2099-12-31');
    await dialog.getByLabel('Reason').fill('Labor court, case 17/2026');
    await dialog.getByRole('button', { name: 'Set hold' }).click();
    await section.getByText('December 31, 2099').waitFor();
    await section.getByText('Labor court, case 17/2026').waitFor();
    await section.getByText('Nora Vidal').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await section.getByRole('button', { name: 'Lift hold' }).click();
    const question = page.getByRole('dialog', { name: 'Lift the legal hold of Berta Quintanilla?' });
    await question.getByRole('button', { name: 'Lift hold' }).click();
    await section.getByText('None. While a hold is in force').waitFor();
    expect(tab.problems).toEqual([]);
    const hr = await browser().tab({
      slug: tenant.slug,
      account: await makeAccount(tenant.id, { roles: [Role.HRManager] }),
    });
    await hr.open(`/employees/${person._id}`);
    await hr.page.getByRole('region', { name: 'Account' }).waitFor();
    expect([await hr.page.getByRole('region', { name: 'Legal hold' }).count(), hr.problems]).toEqual([0, []]);
    await hr.close();
  });

  test('retention: what goes when is said before it is saved, and a final cycle says so', async () => {
    const { page } = tab;
    const { cycle } = await makeEvaluatedCycle(tenant, {
      cycle: { name: 'Review 2019', closedAt: new Date('2020-01-01') },
    });
    await tab.open('/settings');
    const form = page.getByRole('form', { name: 'Retention' });
    await form.getByText('Nothing is removed by itself.').waitFor();
    await form.getByLabel('Closed cycles: months').fill('24');
    await form.getByText(/cycles closed before .* deleted for good. Today: 1 cycle\./).waitFor();
    await form.getByLabel('Audit log: months').fill('5');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Must be at least 6').waitFor();
    await form.getByLabel('Audit log: months').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    const { body } = await browser().service.call('get', '/api/tenant-settings', tenant.admin);
    expect(body.retention).toEqual({ formerEmployeesMonths: null, closedCyclesMonths: 24, auditMonths: null });
    await applyRetention();
    await tab.open(`/cycles/${cycle._id}`);
    await page.getByText('the retention settings deleted the answers').waitFor();
    expect(await page.getByRole('button', { name: 'Reopen' }).isDisabled()).toBe(true);
    expect(tab.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  test('a copy: created, comments decided, completed and downloaded', async () => {
    const { page } = tab;
    await tab.open('/privacy-requests');
    await page.getByText('No one has asked for a copy of their data').waitFor();
    await page.getByRole('link', { name: 'New request' }).click();
    const dialog = page.getByRole('dialog', { name: 'New request' });
    await dialog.getByRole('combobox', { name: /Person/ }).fill('Berta');
    await page.getByRole('option', { name: /Berta Quintanilla/ }).click();
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of personal data: Berta Quintanilla' }).waitFor();
    await page.getByText('Too quiet').waitFor();
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page
      .getByText(/Undecided texts/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Withhold: Too quiet' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('It would show who wrote it.');
    await page.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click();
    await page.getByText('It would show who wrote it.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const download = page.waitForEvent('download', WHILE_A_JOB_RUNS);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('personal-data.zip');
  });

  test('an erasure: mentions decided, the full name typed, and what it did', async () => {
    const { page } = tab;
    await tenant.within(async () =>
      EmployeeModel.updateOne({ _id: person._id }, { $set: { status: EmployeeStatus.Terminated } }),
    );
    await tab.open('/privacy-requests?edit=new');
    const dialog = page.getByRole('dialog', { name: 'New request' });
    await dialog.getByLabel('Kind').selectOption('Erasure');
    await dialog.getByRole('combobox', { name: /Person/ }).fill('Nobody');
    await dialog.getByText('No employee who left matches.').waitFor();
    await dialog.getByRole('combobox', { name: /Person/ }).fill('Quintanilla');
    await page.getByRole('option', { name: /Berta Quintanilla/ }).click();
    await dialog.getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('button', { name: 'Redact: Succeed Berta Quintanilla' }).click();
    await page.getByText('Will be redacted').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Erase the data of Berta Quintanilla?' });
    await asked.getByLabel(/full name/).fill('Berta');
    await asked.getByRole('button', { name: 'Erase' }).click();
    await asked.getByText(/full name of the person/).waitFor();
    await asked.getByLabel(/full name/).fill('Berta Quintanilla');
    await asked.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('heading', { name: 'What the erasure did' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Erasure: Former employee' }).waitFor();
    await page.locator('main [data-initials="FE"]').waitFor({ state: 'attached' });
  });

  test('your own data is asked for on the profile', async () => {
    await tab.open('/profile');
    await tab.page.getByRole('button', { name: 'Download my data' }).click();
    await tab.page.getByText('You asked for a copy on').waitFor();
    expect(tab.problems).toEqual([]);
  });
});
