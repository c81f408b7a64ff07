import { readFile } from 'node:fs/promises';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { WHILE_A_JOB_RUNS } from './browser';
import {
  browser,
  check,
  count,
  csv,
  employees,
  importPage,
  makeKnownEmployees,
  NEXT_MONTH,
  setUpImports,
  SMALL,
  tenant,
} from './import-page';

// What else may happen on the page of the import of employees.

setUpImports();

test('a file is checked, imported, and its rejected rows are saved with the reason', async () => {
  const tab = await importPage();
  const { page } = tab;
  await check(page, csv(SMALL));
  await page.getByRole('heading', { name: 'Check of people.csv' }).waitFor(WHILE_A_JOB_RUNS);
  expect(await count(page, 'Will be created')).toBe('2');
  expect(await count(page, 'Errors')).toBe('1');
  expect(await employees()).toBe(0);
  const table = page.getByRole('table');
  await table.getByText('luis@x.example').waitFor();
  expect(await table.getByRole('row').count()).toBe(5);
  await page.getByLabel('Show', { exact: true }).selectOption('Errors, warnings and skipped');
  await page.getByText('3 of 4 rows').waitFor();
  await table.getByText('email is not a valid email address').waitFor();
  expect(new URL(page.url()).searchParams.get('show')).toBe('problem');
  expect(await tab.accessibilityProblems()).toEqual([]);

  await page.getByRole('button', { name: 'Import 2 employees' }).dblclick();
  await page.getByRole('heading', { name: '2 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
  expect(await employees()).toBe(2);
  const started = tab.requests.filter(({ method, path }) => method === 'POST' && path.includes('dryRun=false'));
  expect(started).toHaveLength(1);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download rejected rows' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('rejected rows.csv');
  const rejected = await readFile(await saved.path(), 'utf8');
  expect(rejected).toContain('\uFEFFemail,firstname,lastname,Notes,hiredate,manager,Row,Result,Message\r\n');
  expect(rejected).toContain('ana@x.example,Ana,Again,,31/01/2024,,4,Skipped,row 2 has this email\r\n');
  expect(rejected).toContain('nowhere,Mia,Núñez,her; note,31/01/2024,,5,Error,email is not a valid email address\r\n');
  expect(rejected).not.toContain('luis@x.example');
  await page.getByRole('link', { name: 'Show employees' }).click();
  await page.getByRole('link', { name: 'Ana <b>García</b>' }).or(page.getByText('Ana <b>García</b>')).first().waitFor();
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('in Spanish no message has a name of the API', async () => {
  await makeKnownEmployees();
  const account = await makeAccount(tenant.id, { roles: [Role.HRManager], locale: 'es' });
  const tab = await browser().tab({ slug: tenant.slug, account });
  const { page } = tab;
  await tab.open('/employees/import');
  await page.getByLabel('Qué hace la importación').selectOption('Añadir los nuevos y actualizar los conocidos');
  await page.getByLabel('Archivo CSV').setInputFiles(csv(`${NEXT_MONTH}\nana@x.example;;;;;\n-;;;;;\n`));
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByRole('heading', { name: 'Qué cambia de 2 empleados' }).waitFor(WHILE_A_JOB_RUNS);
  await page.getByRole('row', { name: 'Nombre Ana Ana María' }).waitFor();
  await page.getByText('faltan los apellidos').first().waitFor();
  const messages = await page.locator('td > p').allInnerTexts();
  expect(messages.length).toBeGreaterThan(2);
  expect(messages.join('\n')).not.toMatch(/firstname|lastname|employeecode|hiredate|jobprofile|\bemail\b|department\b/);
  expect(await tab.accessibilityProblems()).toEqual([]);
  await tab.close();
});
