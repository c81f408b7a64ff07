import { CompetencyModel } from '../../shared/framework/competency.model';
import { makeCompetency, makeTemplate } from '../factories/framework';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab();

const choose = (name: string, text: string): Promise<void> =>
  tab()
    .page.getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('competencies (console.md 3: /competencies)', () => {
  test('a category and a competency with levels are made by the keyboard alone', async () => {
    await tab().open('/competencies');
    await tab().page.getByText('There are no competencies yet').waitFor();
    await tab().page.getByRole('button', { name: 'Categories' }).focus();
    await tab().page.keyboard.press('Enter');
    const dialog = tab().page.getByRole('dialog', { name: 'Categories' });
    await dialog.getByLabel('Name of the category').focus();
    await tab().page.keyboard.type('Leadership');
    await tab().page.keyboard.press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: 'Leadership' }).waitFor();
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
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByText('Delegation has been saved').nth(1).waitFor();
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

  test('a file is checked before it is imported, and its problems are shown', async () => {
    await tab().open('/competencies?import=file');
    await choose(
      'list.csv',
      'code,name,category\nI-1,Import one,Leadership\nI-2,,\nI-3,Import three,Nowhere\nI-1,Twice,\n',
    );
    await tab().page.getByRole('button', { name: 'Check' }).click();
    const dialog = tab().page.getByRole('dialog', { name: 'Import competencies' });
    await dialog.getByText('2 will be created').waitFor();
    await dialog.getByText('1 row with an error').waitFor();
    await dialog.getByText('Import three').or(dialog.getByText('Nowhere')).first().waitFor();
    expect(await dialog.getByRole('row').count()).toBe(5);
    await dialog.getByLabel('Only problems').check();
    await dialog.getByRole('row').nth(4).waitFor({ state: 'detached' });
    expect(await dialog.getByRole('row').count()).toBe(4);
    await dialog.getByText('name is missing').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    expect(await tenant().within(() => CompetencyModel.countDocuments({ name: /^Import/ }))).toBe(0);
    await dialog.getByRole('button', { name: 'Import 2 competencies' }).click();
    await dialog.getByText('The import has finished.').waitFor();
    await dialog.getByText('2 created').waitFor();
    expect(await tenant().within(() => CompetencyModel.countDocuments({ name: /^Import/ }))).toBe(2);
    // The report is in the address: it survives a reload.
    await tab().page.reload();
    await dialog.getByText('The import has finished.').waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await tab().page.getByRole('link', { name: 'Import one' }).waitFor();
  });

  test('a file that is no CSV is refused with the reason', async () => {
    await tab().open('/competencies?import=file');
    await choose('photo.csv', '\u0000\u0001');
    await tab().page.getByRole('button', { name: 'Check' }).click();
    await tab().page.getByRole('status').getByRole('alert').waitFor();
    await choose('other.csv', 'first,second\n1,2\n');
    await tab().page.getByRole('button', { name: 'Check' }).click();
    await tab().page.getByRole('status').getByRole('alert').nth(1).waitFor();
    expect(await tab().page.getByRole('status').getByRole('alert').nth(1).innerText()).toMatch(/name/);
  });
});
