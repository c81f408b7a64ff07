// cspell:ignore Imię Nazwisko Poczta Przełożony
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { DepartmentModel } from '../../shared/framework/department.model';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { chooseAction, type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();

let tenant: TestTenant;
let hr: TestAccount;
beforeEach(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
});

const csv = (text: string | Buffer, name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const SMALL = [
  'email;firstname;lastname;Notes;hiredate;manager',
  'ana@x.example;Ana;<b>García</b>;a note;31/01/2024;',
  'luis@x.example;Luis;Ruiz;;31/01/2024;nobody@x.example',
  'ana@x.example;Ana;Again;;31/01/2024;',
  'nowhere;Mia;Núñez;"her; note";31/01/2024;',
  '',
].join('\n');
async function importPage(): Promise<Tab> {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open('/employees/import');
  return tab;
}

async function check(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check' }).click();
}

const count = (page: Page, name: string): Promise<string> =>
  page.locator('dl > div', { hasText: name }).locator('dd').innerText();
const employees = (): Promise<number> => tenant.within(() => EmployeeModel.countDocuments());

describe('importing employees', () => {
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
    expect(rejected).toContain(
      'nowhere,Mia,Núñez,her; note,31/01/2024,,5,Error,email is not a valid email address\r\n',
    );
    expect(rejected).not.toContain('luis@x.example');
    await page.getByRole('link', { name: 'Show employees' }).click();
    await page
      .getByRole('link', { name: 'Ana <b>García</b>' })
      .or(page.getByText('Ana <b>García</b>'))
      .first()
      .waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a file is dropped on the page, and the rest is done by keyboard', async () => {
    const tab = await importPage();
    const { page } = tab;
    const dataTransfer = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer();
        transfer.items.add(new File(['firstname,lastname,email\\nAna,Ruiz,ana@x.example\\n'], 'dropped.csv'));
        return transfer; })()`,
    );
    await page.dispatchEvent('h1', 'drop', { dataTransfer });
    await page.getByLabel('CSV file').focus();
    const press = async (key: string, until: () => Promise<boolean>): Promise<void> => {
      for (let presses = 0; !(await until()); presses++) {
        expect(presses).toBeLessThan(60);
        await page.keyboard.press(key);
      }
      await page.keyboard.press('Enter');
    };
    const isFocused = (name: string) => () =>
      page.getByRole('button', { name }).evaluate((element) => element.matches(':focus'));
    await press('Tab', isFocused('Check'));
    await page.getByRole('heading', { name: 'Check of dropped.csv' }).waitFor(WHILE_A_JOB_RUNS);
    await press('Tab', isFocused('Import 1 employee'));
    await page.getByRole('heading', { name: '1 employee was imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect(await employees()).toBe(1);
    await tab.close();
  });

  test('rows are corrected and left out in the page, survive a reload, and are checked before they are imported', async () => {
    const tab = await importPage();
    const { page } = tab;
    await check(page, csv(SMALL));
    await page.getByRole('heading', { name: 'Check of people.csv' }).waitFor(WHILE_A_JOB_RUNS);
    const open = (row: number): Promise<void> => page.getByRole('button', { name: `Correct row ${row}` }).click();
    const cell = (row: number, name: string): Locator =>
      page.getByRole('group', { name: `Correct row ${row}` }).getByLabel(name);
    const wrong = page.locator('[aria-invalid]');
    const mended = page.getByText('corrected or left out.');
    await open(3);
    await cell(3, 'manager').and(wrong).and(page.locator(':focus')).waitFor();
    const reason = await wrong.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe('manager "nobody@x.example" was not found');
    expect([await wrong.count(), await mended.count()]).toEqual([1, 0]);
    await cell(3, 'manager').fill('ana@x.example');
    await mended.waitFor();
    expect(await wrong.count()).toBe(0);
    await cell(3, 'manager').fill('nobody@x.example');
    await mended.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Close row 3' }).click();
    await wrong.waitFor({ state: 'detached' });
    await open(3);
    await cell(3, 'manager').fill('ana@x.example');
    await open(5);
    await cell(5, 'email').and(wrong).waitFor();
    expect(await cell(5, 'Notes').inputValue()).toBe('her; note');
    await cell(5, 'email').fill('mia@x.example');
    await chooseAction(page.getByRole('row', { name: /^4 / }), 'Leave out');
    await page.getByText('3 rows are corrected or left out.').waitFor();
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
    expect(await tab.accessibilityProblems()).toEqual([]);

    await page.reload();
    await page.getByText('3 rows are corrected or left out.').waitFor();
    expect(await count(page, 'Rows')).toBe('4');
    expect(await cell(5, 'email').inputValue()).toBe('mia@x.example');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 3 employees' }).waitFor();
    expect(await count(page, 'With warnings')).toBe('0');
    // Back leads past the check that was corrected, whose file is gone.
    await page.goBack();
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Import 3 employees' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Import 3 employees' }).click();
    await page.getByRole('heading', { name: '3 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    const people = await tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean());
    expect(people.map(({ email }) => email)).toEqual(['ana@x.example', 'luis@x.example', 'mia@x.example']);
    expect(people[1]?.managerId).toBe(people[0]?._id);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a department that does not exist is corrected in all rows that name it', async () => {
    const departmentId = await tenant.within(() => makeDepartment('Engineering'));
    const tab = await importPage();
    const { page } = tab;
    await check(
      page,
      csv(
        'email,firstname,lastname,department\na@x.example,A,A,Enginering\nb@x.example,B,B,"Enginering "\n' +
          'c@x.example,C,C,Sales\nd@x.example,D,D,Enginering\nbad,E,E,Enginering\nf@x.example,F,F,Enginering\n',
      ),
    );
    await chooseAction(page.getByRole('row', { name: /^5 / }), 'Leave out');
    await page.getByRole('button', { name: 'Correct row 6' }).click();
    await page.getByRole('group', { name: 'Correct row 6' }).getByLabel('email').fill('e@x.example');
    const write = page.getByRole('button', { name: /^Write/ });
    await page.getByText('2 rows are corrected or left out.').waitFor();
    expect(await write.count()).toBe(0);
    await page.getByRole('button', { name: 'Correct row 2' }).click();
    await page.getByRole('group', { name: 'Correct row 2' }).getByLabel('department').fill('Engineering');
    await page.getByRole('button', { name: 'Write “Engineering” in the other 3 rows with “Enginering”' }).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await write.click();
    await write.waitFor({ state: 'detached' });
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Actions for row 2' }))
      .waitFor();
    await page.getByText('5 rows are corrected or left out.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 5 employees' }).click();
    await page.getByRole('heading', { name: '5 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    const people = await tenant.within(() => EmployeeModel.find({ departmentId }).sort({ email: 1 }));
    expect(people.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example', 'e@x.example', 'f@x.example']);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('rows without a problem are corrected, left out and given back as they were, by keyboard too', async () => {
    const tab = await importPage();
    const { page } = tab;
    await check(
      page,
      csv(
        'firstname,lastname,email\n"Ana\nMaría","de ""la"" O",a@x.example\nEva,Gil,e@x.example\nLuis,Ruiz,l@x.example\n',
      ),
    );
    const menu = (row: number): Locator => page.getByRole('button', { name: `Actions for row ${row}` });
    const row = (number: number): Locator => page.getByRole('row').filter({ has: menu(number) });
    const focused = page.locator(':focus');
    await menu(2).waitFor();
    expect(await page.getByRole('button', { name: /^Correct/ }).count()).toBe(0);

    await menu(3).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Correct' }).waitFor();
    await page.keyboard.press('Enter');
    const fields = page.getByRole('group', { name: 'Correct row 3' });
    await fields.getByLabel('firstname').and(focused).fill('Evita');
    await row(3).getByText('Corrected').waitFor();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Undo the changes of row 3' }).and(focused).waitFor();
    await page.keyboard.press('Enter');
    await menu(3).and(focused).waitFor();
    await row(3).getByText('Will be created').waitFor();
    expect(await fields.count()).toBe(0);

    await chooseAction(row(2), 'Correct');
    const name = page.getByRole('group', { name: 'Correct row 2' }).getByLabel('lastname');
    expect(await name.inputValue()).toBe('de "la" O');
    await name.fill('de "los" Ríos');
    await chooseAction(row(4), 'Leave out');
    await row(4).getByText('Left out').waitFor();
    await menu(4).and(focused).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 2 employees' }).click();
    await page.getByRole('heading', { name: '2 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    const people = await tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean());
    expect(people.map(({ lastName }) => lastName)).toEqual(['de "los" Ríos', 'Gil']);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('on a phone a row is corrected without scrolling sideways', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account: hr, width: 390 });
    await tab.open('/employees/import');
    const { page } = tab;
    await check(page, csv(SMALL.replace('Again;;31/01/2024;', 'Again;;31/01/2024;nobody@x.example')));
    await page.getByRole('button', { name: 'Correct row 3' }).click();
    const fields = page.getByRole('group', { name: 'Correct row 3' });
    await fields.getByLabel('lastname').fill('Gil');
    await fields.getByLabel('manager').fill('maria.de.los.angeles.gutierrez@x.example');
    await page.getByRole('button', { name: /^Write .* in the other row with “nobody@x.example”$/ }).waitFor();
    const table = page.getByRole('table');
    expect(await table.getByRole('row').count()).toBe(5);
    const beyond = `(() => { const box = document.querySelector('[role="region"]:has(> table)');
      return box.scrollWidth - box.clientWidth; })()`;
    expect(await page.evaluate<number>(beyond)).toBe(0);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 2 employees' }).click();
    await page.getByRole('heading', { name: '2 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect(await tenant.within(() => EmployeeModel.countDocuments({ lastName: 'Gil' }))).toBe(1);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a tab that does not have the file says that it has to be chosen again', async () => {
    const tab = await importPage();
    await check(tab.page, csv(SMALL));
    await tab.page.getByRole('heading', { name: 'Check of people.csv' }).waitFor(WHILE_A_JOB_RUNS);
    const other = await tab.page.context().newPage();
    await other.goto(tab.page.url());
    await other.getByText('Choose it again to import it').waitFor();
    expect(await other.getByRole('button', { name: /^Correct/ }).count()).toBe(0);
    await tab.close();
  });
});

describe('other headings', () => {
  const POLISH = [
    'Imię;Nazwisko;Poczta;Przełożony',
    'Ana;Gil;ana@x.example;eva@x.example',
    'Eva;Ruiz;eva@x.example;',
  ].join('\n');

  test('are assigned where the file is refused, and remembered for the next file', async () => {
    const tab = await importPage();
    const { page } = tab;
    await check(page, csv(POLISH));
    await page.getByText('lacks the required columns: firstname, lastname, email').waitFor();
    await page.getByText('Ana · Eva').waitFor();
    await page.getByLabel('Imię').selectOption('First name');
    await page.getByLabel('Nazwisko').selectOption('Last name');
    await page.getByLabel('Poczta').selectOption('Email');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This column of the file is ignored: “Przełożony”.').waitFor();
    await page.getByRole('button', { name: 'Assign columns' }).click();
    await page.getByRole('dialog').getByLabel('Przełożony').selectOption('Manager');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('is ignored').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import 2 employees' }).click();
    await page.getByRole('heading', { name: '2 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
    const [ana, eva] = await tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean());
    expect(ana?.managerId).toBe(eva?._id);

    await page.getByRole('link', { name: 'Choose another file' }).click();
    await check(page, csv(POLISH.replaceAll('x.example', 'y.example')));
    await page.getByRole('button', { name: 'Import 2 employees' }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

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
  const NEXT = [
    'Correo;Código;Nombre;Departamento;Responsable;Estado',
    'ana@x.example;;Ana María;Logística;;Activa',
    'luis@x.example;;;;ana@x.example;Baja',
    'new@x.example;;Nueva;;;',
  ].join('\n');

  async function before(): Promise<void> {
    await tenant.within(async () => {
      await makeEmployee({ email: 'ana@x.example', firstName: 'Ana', lastName: 'Gil' });
      await makeEmployee({ email: 'luis@x.example', firstName: 'Luis', lastName: 'Ruiz' });
      await makeEmployee({ email: 'gone@x.example', firstName: 'Leo', lastName: 'Paz' });
      await makeEmployee({ email: 'stays@x.example', firstName: 'Eva', lastName: 'Sol' });
      await makeDepartment('Operations');
    });
  }
  const stored = () => tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean());

  test('updates whom the organization knows: every difference is seen before, and who is missing is marked', async () => {
    await before();
    const tab = await importPage();
    const { page } = tab;
    await page.getByLabel('What the import does').selectOption('Add new employees and update known ones');
    await check(page, csv(NEXT));
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

  test('in Spanish no message has a name of the API', async () => {
    await before();
    const account = await makeAccount(tenant.id, { roles: [Role.HRManager], locale: 'es' });
    const tab = await browser().tab({ slug: tenant.slug, account });
    const { page } = tab;
    await tab.open('/employees/import');
    await page.getByLabel('Qué hace la importación').selectOption('Añadir los nuevos y actualizar los conocidos');
    await page.getByLabel('Archivo CSV').setInputFiles(csv(`${NEXT}\nana@x.example;;;;;\n-;;;;;\n`));
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await page.getByRole('heading', { name: 'Qué cambia de 2 empleados' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('row', { name: 'Nombre Ana Ana María' }).waitFor();
    await page.getByText('faltan los apellidos').first().waitFor();
    const messages = await page.locator('td > p').allInnerTexts();
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.join('\n')).not.toMatch(
      /firstname|lastname|employeecode|hiredate|jobprofile|\bemail\b|department\b/,
    );
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.close();
  });
});

describe('wrong files', () => {
  test.each([
    ['a workbook', csv(Buffer.from('504b030414000600', 'hex'), 'people.xlsx'), 'an Excel workbook'],
    ['other columns', csv('name,age\nAna,4\n'), 'lacks the required columns: email'],
    ['an empty file', csv(''), 'empty'],
    ['more than 2 MB', csv(Buffer.alloc(2 * 1024 * 1024 + 1, 'a')), 'larger than the 2 MB'],
  ])('%s: the reason stands in the form', async (_case, file, reason) => {
    const tab = await importPage();
    await check(tab.page, file);
    await tab.page.getByText(reason).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.close();
  });

  test('no file, a file without rows, and a file in which every row is wrong', async () => {
    const tab = await importPage();
    const { page } = tab;
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This field is required').waitFor();
    await check(page, csv('firstname,lastname,email\n'));
    await page.getByText('The file has headings but no rows.').waitFor();
    await page.getByRole('link', { name: 'Choose another file' }).click();
    await check(page, csv('firstname,lastname,email\nA,B,bad\n'));
    await page.getByText('No row of this file can be imported.').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await tab.close();
  });

  test('an import that does not exist says so, and leads back', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account: hr });
    await tab.open('/employees/import?job=7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17');
    await tab.page.getByRole('alert').waitFor();
    await tab.page.getByRole('link', { name: 'Choose another file' }).click();
    await tab.page.getByLabel('CSV file').waitFor();
    await tab.close();
  });
});
