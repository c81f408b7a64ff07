import { CompetencyModel } from '../../shared/framework/competency.model';
import { makeCompetency, makeTemplate } from '../factories/framework';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab();

const choose = (name: string, text: string): Promise<void> =>
  tab()
    .page.getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const stored = (): Promise<string[]> =>
  tenant().within(async () => {
    const rows = await CompetencyModel.find({ name: /^Import/ })
      .sort({ name: 1 })
      .lean();
    return rows.map(({ name }) => name);
  });

describe('competencies (/competencies)', () => {
  test('a category and a competency with levels are made by the keyboard alone', async () => {
    await tab().open('/competencies');
    await tab().page.getByText('There are no competencies yet').waitFor();
    await tab().page.getByRole('button', { name: 'Categories' }).focus();
    await tab().page.keyboard.press('Enter');
    const dialog = tab().page.getByRole('dialog', { name: 'Categories' });
    await dialog.getByLabel('Name of the category').focus();
    await tab().page.keyboard.type('Leadership');
    await tab().page.keyboard.press('Enter');
    await chooseAction(dialog.getByRole('listitem').filter({ hasText: 'Leadership' }), 'Rename');
    await dialog.getByRole('form', { name: 'Leadership' }).locator('input:focus').waitFor();
    await tab().page.keyboard.press('End');
    await tab().page.keyboard.type(' skills');
    await tab().page.keyboard.press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: 'Leadership skills' }).waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await tab().page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await tab().page.getByRole('link', { name: 'New competency' }).focus();
    await tab().page.keyboard.press('Enter');
    await tab().page.getByRole('heading', { level: 1, name: 'New competency' }).waitFor();
    await tab().page.getByLabel('Name', { exact: true }).focus();
    await tab().page.keyboard.type('Delegation');
    await tab().page.keyboard.press('Tab');
    await tab().page.keyboard.type('LEA-7');
    await tab().page.keyboard.press('Tab');
    await tab().page.keyboard.type('Lead');
    await tab().page.getByLabel('Behavior at level 3').focus();
    await tab().page.keyboard.type('Hands whole results over.');
    await tab().page.getByRole('button', { name: 'Save' }).focus();
    await tab().page.keyboard.press('Enter');
    await tab().page.getByRole('heading', { level: 1, name: 'Delegation' }).waitFor();
    const row = await tenant().within(() => CompetencyModel.findOne({ code: 'LEA-7' }).lean());
    expect(row?.levels).toEqual([{ level: 3, label: '', descriptor: 'Hands whole results over.' }]);
    expect(row?.categoryId).not.toBeNull();
    // A second change of the same page is no conflict with the first.
    await tab().page.getByLabel('Label of level 3').fill('Proficient');
    const saved = tab().page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).status()).toBe(200);
    const changed = await tenant().within(() => CompetencyModel.findOne({ code: 'LEA-7' }).lean());
    expect(changed?.levels[0]?.label).toBe('Proficient');
  });

  test('a code that is taken is said, and one in use is not deleted', async () => {
    const used = await tenant().within(() => makeCompetency({ name: 'In use', code: 'USED' }));
    await tenant().within(() => makeTemplate([{ competencyId: used._id }], { name: 'Yearly' }));
    await tab().open('/competencies/new');
    await tab().page.getByLabel('Name', { exact: true }).fill('Twice');
    await tab().page.getByLabel('Code').fill('USED');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByRole('alert').waitFor();
    expect(await tab().page.getByLabel('Name', { exact: true }).inputValue()).toBe('Twice');
    await tab().open(`/competencies/${used._id}`);
    await tab().page.getByRole('button', { name: 'Delete' }).click();
    await tab().page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab().page.getByText('This competency is in use').waitFor();
    expect(await tab().page.locator('h1').innerText()).toBe('In use');
  });

  test('a file is checked, its rows are corrected and left out, survive a reload, and are imported', async () => {
    await tab().open('/competencies');
    const { page } = tab();
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import competencies' }).waitFor();
    await choose('list.csv', 'code,name,category\nI-1,Import one,\nI-2,,\nI-3,Import three,Nowhere\nI-1,Twice,\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Check of list.csv' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByText('name is missing').waitFor();
    expect(await page.getByRole('row').count()).toBe(5);
    await page.getByLabel('Show', { exact: true }).selectOption('Errors, warnings and skipped');
    await page.getByText('3 of 4 rows').waitFor();
    await page.getByRole('button', { name: 'Correct row 3' }).click();
    await page.getByRole('group', { name: 'Correct row 3' }).getByLabel('name').fill('Import two');
    await chooseAction(page.getByRole('row', { name: /^5 / }), 'Leave out');
    expect(await tab().accessibilityProblems()).toEqual([]);
    await page.reload();
    await page.getByText('2 rows are corrected or left out.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    expect(await stored()).toEqual([]);
    await page.getByRole('button', { name: 'Import 3 competencies' }).click();
    await page.getByRole('heading', { name: '3 competencies were imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect(await stored()).toEqual(['Import one', 'Import three', 'Import two']);
    await page.reload();
    await page.getByRole('heading', { name: '3 competencies were imported' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('link', { name: 'Show competencies' }).click();
    await page.getByRole('link', { name: 'Import two' }).waitFor();
  });

  test('a file that is no CSV is refused with the reason; other headings are assigned to columns', async () => {
    await tab().open('/competencies/import');
    const { page } = tab();
    const check = page.getByRole('button', { name: 'Check' });
    await choose('list.xlsx', 'PK\u0003\u0004\u0014\u0000\u0006\u0000');
    await check.click();
    await page.getByText('an Excel workbook').waitFor();
    await choose('wrong.csv', 'A;B;C\n1;2;3\n');
    await check.click();
    await page.getByLabel('A', { exact: true }).selectOption('Name');
    // What was said about one file is not true of the next.
    await choose('other.csv', 'Clave;Título;Notas\nT-1;"Titled; one";x\n');
    await check.click();
    await page.getByLabel('Título').selectOption('Name');
    await page.getByText('lacks the required columns: name').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await check.click();
    await page.getByText('These columns of the file are ignored: “Clave”, “Notas”.').waitFor();
    await page.getByRole('button', { name: 'Assign columns' }).click();
    await page.getByRole('dialog').getByLabel('Clave').selectOption('Code');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('This column of the file is ignored: “Notas”.').waitFor();
    await page.getByRole('button', { name: 'Import 1 competency' }).click();
    await page.getByRole('heading', { name: '1 competency was imported' }).waitFor(WHILE_A_JOB_RUNS);
    const row = await tenant().within(() => CompetencyModel.findOne({ code: 'T-1' }).lean());
    expect(row?.name).toBe('Titled; one');
  });
});
