import { type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { makeSkillFramework } from '../factories/framework';
import { withinTenant } from '../factories/tenant';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab();

const stored = (name: string): Promise<SkillFramework | null> =>
  tenant().within(() => SkillFrameworkModel.findOne({ name }).lean<SkillFramework>());

describe('skill frameworks (/skill-frameworks)', () => {
  test('a new one gets skills with levels', async () => {
    await tab().open('/skill-frameworks');
    await tab().page.getByRole('link', { name: 'New skill framework' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'New skill framework' }).waitFor();
    await tab().page.getByLabel('Name', { exact: true }).fill('Trades');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
    await tab().page.getByRole('button', { name: 'Add skill' }).click();
    const dialog = tab().page.getByRole('dialog', { name: 'Add skill' });
    await dialog.getByLabel('Name', { exact: true }).fill('Welding <i>MIG</i>');
    await dialog.getByLabel('Label of level 0').fill('None');
    expect(await tab().accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await tab()
      .page.getByRole('row', { name: /Welding <i>MIG<\/i>/ })
      .waitFor();
    await chooseAction(tab().page.getByRole('row', { name: /Welding/ }), 'Edit');
    await tab().page.getByRole('dialog', { name: 'Edit skill' }).getByLabel('Code').fill('WELD');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByRole('cell', { name: 'WELD', exact: true }).waitFor();
    expect((await stored('Trades'))?.skills).toEqual([
      expect.objectContaining({ code: 'WELD', levels: [expect.objectContaining({ level: 0, label: 'None' })] }),
    ]);
  });

  const choose = (label: string, name: string, text: string): Promise<void> =>
    tab()
      .page.getByLabel(label)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

  test('a CSV file creates and updates the skills of a framework, after its rows were corrected', async () => {
    const { _id } = await tenant().within(() =>
      makeSkillFramework(
        [
          { code: 'WELD', name: 'Welding', levels: [{ level: 1, label: 'Basics', descriptor: '' }] },
          { code: 'CUT', name: 'Cutting' },
        ],
        { name: 'Metal trades', version: '2' },
      ),
    );
    const { page } = tab();
    await tab().open(`/skill-frameworks/${_id}`);
    await page.getByRole('link', { name: 'Import CSV or JSON' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import skills' }).waitFor();
    expect(await page.getByLabel('Name of the framework').inputValue()).toBe('Metal trades');
    expect(await page.getByLabel('Version').inputValue()).toBe('2');
    await choose(
      'CSV file',
      'skills.csv',
      'Code;Name;Category\nweld;MIG welding;Metal\nCUT;Cutting;\nBEND;;\nMILL;Milling;\n',
    );
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Check of skills.csv' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('row', { name: /weld Will be updated/ }).waitFor();
    await page.getByText('the framework has this skill as it is').waitFor();
    await page.getByRole('button', { name: 'Correct row 4' }).click();
    await page.getByRole('group', { name: 'Correct row 4' }).getByLabel('Name').fill('Bending');
    expect(await tab().accessibilityProblems()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 3 skills' }).click();
    await page.getByRole('heading', { name: '3 skills were imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect((await stored('Metal trades'))?.skills).toMatchObject([
      { code: 'weld', name: 'MIG welding', category: 'Metal', levels: [{ label: 'Basics' }] },
      { code: 'CUT', name: 'Cutting' },
      { code: 'BEND', name: 'Bending' },
      { code: 'MILL', name: 'Milling' },
    ]);
    await page.getByRole('link', { name: 'Show skill frameworks' }).click();
    await page.getByRole('row', { name: /Metal trades/ }).waitFor();
  });

  test('a framework needs a name before its file is checked', async () => {
    await tab().open('/skill-frameworks');
    const { page } = tab();
    await page.getByRole('link', { name: 'Import CSV or JSON' }).click();
    await choose('CSV file', 'skills.csv', 'name\nFolding\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByLabel('Name of the framework').and(page.locator('[aria-invalid="true"]')).fill('Paper');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Import 1 skill' }).click();
    await page.getByRole('heading', { name: '1 skill was imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect((await stored('Paper'))?.skills).toMatchObject([{ name: 'Folding' }]);
  });

  test('a JSON file is imported; one that is none, or lacks something, says so', async () => {
    await tab().open('/skill-frameworks/import');
    const { page } = tab();
    const start = page.getByRole('button', { name: 'Import JSON' });
    await choose('JSON file', 'list.csv', 'a,b\n');
    await page.getByText('list.csv is not a JSON file').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await choose('JSON file', 'half.json', '{"name":"Half","skills":[{"code":"X"}]}');
    await start.click();
    await page
      .locator('#page')
      .getByText(/skills\[0\]\.name/)
      .waitFor();
    const skills = Array.from({ length: 120 }, (_, at) => ({ code: `S${at}`, name: `Skill ${at}` }));
    await choose('JSON file', 'sfia.json', JSON.stringify({ name: 'SFIA', version: '9', skills }));
    await start.click();
    await page.getByRole('heading', { level: 1, name: 'SFIA' }).waitFor();
    await tab().page.getByText('1–50 of 120').waitFor();
    await tab().page.getByRole('link', { name: 'Next' }).click();
    await tab().page.getByText('51–100 of 120').waitFor();
    await tab().page.getByLabel('Search').fill('s119');
    await tab().page.getByText('1–1 of 1').waitFor();
    await chooseAction(tab().page.getByRole('row', { name: /S119/ }), 'Delete');
    await tab().page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab().page.getByText('No skill matches this search.').waitFor();
    expect((await stored('SFIA'))?.skills).toHaveLength(119);
  });

  test('an address past the last page leads to it', async () => {
    await tenant().within(async () => {
      await makeSkillFramework([{ name: 'Listening' }], { name: 'Behaviors' });
    });
    await tab().open('/skill-frameworks?search=Behaviors&page=7');
    await tab().page.getByText('1–1 of 1').waitFor();
    expect(new URL(tab().page.url()).search).toBe('?search=Behaviors');
  });

  test('a framework of the platform is only read by HR', async () => {
    const name = `Global ${tenant().slug}`;
    await withinTenant(PLATFORM_SCOPE, () => makeSkillFramework([{ name: 'Listening' }], { name }));
    await tab().open(`/skill-frameworks?search=${encodeURIComponent(name)}&scope=Global`);
    expect(
      await tab()
        .page.getByRole('button', { name: /^Actions for / })
        .count(),
    ).toBe(0);
    await tab().page.getByRole('link', { name }).click();
    await tab().page.getByText('Listening').waitFor();
    for (const gone of ['Add skill', 'Edit', 'Delete', 'Edit name and version'])
      expect(await tab().page.getByRole('button', { name: gone }).count()).toBe(0);
  });
});
