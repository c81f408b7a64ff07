// cspell:ignore Imię Nazwisko Poczta Przełożony
import type { Locator } from 'playwright-core';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeDepartment } from '../factories/department';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
import { SMALL, browser, check, count, csv, employees, hr, importPage, tenant, setUpImports } from './import-page';

setUpImports();

describe('rows', () => {
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
    const corrected = page.getByText('corrected or left out.');
    await open(3);
    await cell(3, 'manager').and(wrong).and(page.locator(':focus')).waitFor();
    const reason = await wrong.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe('manager "nobody@x.example" was not found');
    expect([await wrong.count(), await corrected.count()]).toEqual([1, 0]);
    await cell(3, 'manager').fill('ana@x.example');
    await corrected.waitFor();
    expect(await wrong.count()).toBe(0);
    await cell(3, 'manager').fill('nobody@x.example');
    await corrected.waitFor({ state: 'detached' });
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

describe('wrong files', () => {
  test.each([
    ['a workbook', csv(Buffer.from('504b030414000600', 'hex'), 'people.xlsx'), 'an Excel workbook'],
    ['other columns', csv('name,age\nAna,4\n'), 'lacks the required columns: email'],
    ['an empty file', csv(''), 'empty'],
    ['more than 2 MB', csv(Buffer.alloc(2 * 1024 * 1024 + 1, 'a')), 'larger than the 2 MB'],
  ])('%s: the form shows the reason', async (_case, file, reason) => {
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
