import { type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { makeSkillFramework } from '../factories/framework';
import { withinTenant } from '../factories/tenant';
import { chooseAction } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab({ worker: false });

const stored = (name: string): Promise<SkillFramework | null> =>
  tenant().within(() => SkillFrameworkModel.findOne({ name }).lean<SkillFramework>());

describe('skill frameworks (console.md 3: /skill-frameworks)', () => {
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

  test('a JSON file is imported; one that is none, or lacks something, says so', async () => {
    await tab().open('/skill-frameworks');
    await tab().page.getByRole('button', { name: 'Import JSON' }).click();
    const dialog = tab().page.getByRole('dialog', { name: 'Import a skill framework' });
    const choose = (name: string, text: string): Promise<void> =>
      dialog.getByLabel('JSON file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('list.csv', 'a,b\n');
    await dialog.getByText('list.csv is not a JSON file').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await choose('half.json', '{"name":"Half","skills":[{"code":"X"}]}');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText(/skills\[0\]\.name/).waitFor();
    const skills = Array.from({ length: 120 }, (_, at) => ({ code: `S${at}`, name: `Skill ${at}` }));
    await choose('sfia.json', JSON.stringify({ name: 'SFIA', version: '9', skills }));
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'SFIA' }).waitFor();
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
    expect(await tab().page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await tab().page.getByRole('link', { name }).click();
    await tab().page.getByText('Listening').waitFor();
    for (const gone of ['Add skill', 'Edit', 'Delete', 'Edit name and version'])
      expect(await tab().page.getByRole('button', { name: gone }).count()).toBe(0);
  });
});
