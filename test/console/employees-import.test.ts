import { DepartmentModel } from '../../shared/framework/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { WHILE_A_JOB_RUNS } from './browser';
import { check, count, csv, importPage, makeKnownEmployees, NEXT_MONTH, setUpImports, tenant } from './import-page';

setUpImports();

test('a Spanish file is read as it is: its dates are asked, and its departments are created', async () => {
  const tab = await importPage();
  const { page } = tab;
  await check(
    page,
    csv(
      'Nombre;Apellido 1;Apellido 2;Correo;Departamento;Fecha de alta\nAna;Ruiz;Gil;ana@x.example;Logística;03/04/2024\n',
    ),
  );
  const dates = page.getByLabel('03/04/2024 can be read in two ways');
  await dates.waitFor(WHILE_A_JOB_RUNS);
  expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
  expect(await tab.accessibilityProblems()).toEqual([]);
  await dates.selectOption('31/01/2024 (day/month/year)');
  await page.getByText('This department does not exist: Logística (1 row)').waitFor(WHILE_A_JOB_RUNS);
  await page.getByRole('button', { name: 'Create it with the import' }).click();
  await page.getByText('This department will be created: Logística (1 row)').waitFor(WHILE_A_JOB_RUNS);
  await page.getByRole('rowheader', { name: 'Ruiz Gil, Ana · ana@x.example' }).waitFor();
  await page.getByRole('button', { name: 'Import 1 employee' }).click();
  await page.getByRole('heading', { name: '1 employee was imported' }).waitFor(WHILE_A_JOB_RUNS);
  const ana = await tenant.within(() => EmployeeModel.findOne({ email: 'ana@x.example' }).lean());
  const department = await tenant.within(() => DepartmentModel.findOne({ name: 'Logística' }).lean());
  expect(ana).toMatchObject({ lastName: 'Ruiz Gil', hireDate: '2024-04-03', departmentId: department?._id });
  await tab.close();
});

describe('the file of the next month', () => {
  const stored = () => tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean());

  test('updates whom the organization knows: every difference is seen before, and who is missing is marked', async () => {
    await makeKnownEmployees();
    const tab = await importPage();
    const { page } = tab;
    await page.getByLabel('What the import does').selectOption('Add new employees and update known ones');
    await check(page, csv(NEXT_MONTH));
    await page.getByRole('heading', { name: 'What changes of 2 employees' }).waitFor(WHILE_A_JOB_RUNS);
    const changes = page.getByRole('table').filter({ hasText: 'Before' });
    await changes.getByRole('row', { name: 'Ana María · ana@x.example First name Ana Ana María' }).waitFor();
    await changes.getByRole('row', { name: /luis@x.example Manager \(empty\) Ana María Gil/ }).waitFor();
    expect(await changes.getByText('Status').count()).toBe(0);
    await page.getByText('last name is missing').waitFor();
    expect([await count(page, 'Will be updated'), await count(page, 'Errors')]).toEqual(['2', '1']);
    // Errors come first, then what rows name and does not exist.
    expect(await page.getByRole('row', { name: /Error/ }).first().innerText()).toContain('new@x.example');
    await page.getByLabel('Use in place of “Logística”').selectOption('Operations');
    await page.getByRole('button', { name: 'Check again' }).click();
    await changes.getByRole('row', { name: 'Department (empty) Operations' }).waitFor(WHILE_A_JOB_RUNS);

    await page.getByLabel('Also change the status as the column “Estado” says').check();
    await changes.getByRole('row', { name: 'Status Active Terminated' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('heading', { name: '2 active employees are not in the file' }).waitFor();
    await page.getByRole('button', { name: 'Mark all 2 as left' }).click();
    await page.getByText('2 are marked as left.').waitFor();
    await page.getByLabel('Sol, Eva').uncheck();
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect((await stored()).map(({ status }) => status)).toEqual(['Active', 'Active', 'Active', 'Active']);
    await page.getByRole('button', { name: 'Import 3 employees' }).click();
    await page.getByRole('heading', { name: '3 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('heading', { name: '1 employee was marked as left' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Correct|Actions for)/ }).count()).toBe(0);
    const [ana, gone, luis, stays] = await stored();
    expect(ana).toMatchObject({ firstName: 'Ana María', departmentId: expect.any(String) });
    expect([luis?.managerId, luis?.status]).toEqual([ana?._id, 'Terminated']);
    expect([gone?.status, stays?.status]).toEqual(['Terminated', 'Active']);
    expect(tab.problems).toEqual([]);

    await page.getByRole('link', { name: 'Choose another file' }).click();
    await page.getByLabel('What the import does').selectOption('Add new employees and update known ones');
    await check(page, csv('email,firstname\nana@x.example,Ana María\n'));
    await page.getByText('There is nothing to import.').waitFor(WHILE_A_JOB_RUNS);
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await tab.close();
  });
});
