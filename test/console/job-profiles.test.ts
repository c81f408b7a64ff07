import { type JobProfile, JobProfileModel } from '../../shared/framework/job-profile.model';
import { makeCompetency, makeJobProfile, makeSkillFramework } from '../factories/framework';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab();

beforeAll(async () => {
  await tenant().within(async () => {
    await makeCompetency({ name: 'Planning', code: 'PLAN' });
    await makeCompetency({ name: 'Selling', code: 'SELL' });
    await makeSkillFramework([{ name: 'Welding', code: 'WELD' }], { name: 'Trades' });
  });
});

const stored = (filter: Partial<JobProfile>): Promise<JobProfile | null> =>
  tenant().within(() => JobProfileModel.findOne(filter).lean<JobProfile>());

describe('job profiles (/job-profiles)', () => {
  test('a new one requires a competency and a skill, each once', async () => {
    await tab().open('/job-profiles');
    await tab().page.getByText('There are no job profiles yet').waitFor();
    await tab().page.getByRole('link', { name: 'New job profile' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'New job profile' }).waitFor();
    await tab().page.getByLabel('Name', { exact: true }).fill('Fitter');
    const picker = tab().page.getByRole('dialog', { name: 'Choose a competency or skill' });
    const add = async (source: string, name: string): Promise<void> => {
      await tab().page.getByRole('button', { name: 'Add requirement' }).click();
      await picker.getByLabel('From').selectOption(source);
      await picker.getByRole('button', { name }).click();
    };
    await add('Competencies', 'Planning PLAN');
    await add('Trades 1', 'Welding WELD');
    await add('Competencies', 'Planning PLAN');
    await tab().page.getByText('Planning is required already.').waitFor();
    await tab().page.getByLabel('Required level of Welding').selectOption('5');
    await tab()
      .page.getByRole('row', { name: /Welding/ })
      .getByLabel('Critical')
      .check();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'Fitter' }).waitFor();
    const row = await stored({ name: 'Fitter' });
    expect(row?.requirements.map(({ requiredLevel, isCritical }) => [requiredLevel, isCritical])).toEqual([
      [3, false],
      [5, true],
    ]);
    expect(row?.requirements[1]?.skillId).not.toBeNull();
  });

  test('a new version replaces the one before, which can then only be read', async () => {
    const first = await tenant().within(() => makeJobProfile([{}, {}], { name: 'Buyer', code: 'BUY' }));
    await tab().open(`/job-profiles/${first._id}`);
    await tab().page.getByRole('button', { name: 'New version' }).click();
    await tab().page.getByText('Version 2', { exact: true }).waitFor();
    await chooseAction(tab().page.getByRole('row').nth(1), 'Remove');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByText('Buyer has been saved').waitFor();
    expect((await stored({ version: 2 }))?.requirements).toHaveLength(1);
    expect((await stored({ _id: first._id }))?.requirements).toHaveLength(2);

    await tab().page.getByRole('link', { name: 'Previous version' }).click();
    await tab().page.getByText('A newer version has replaced this one').waitFor();
    expect(await tab().page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await tab().open('/job-profiles?search=buy&versions=all');
    expect(await tab().page.getByRole('row').count()).toBe(3);
    await tab().page.getByLabel('Versions').selectOption('Current ones');
    await tab().page.getByText('1–1 of 1').waitFor();
    await chooseAction(tab().page.getByRole('table'), 'Delete');
    await tab().page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab().page.getByText('Buyer has been deleted').waitFor();
    // The version before is the current one again.
    expect((await stored({ _id: first._id }))?.isCurrent).toBe(true);
  });

  test('a file is imported, with one row for each requirement', async () => {
    await tab().open('/job-profiles');
    const { page } = tab();
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import job profiles' }).waitFor();
    const rows = [
      'JP-1,Planner,PLAN,4,yes',
      'JP-1,Planner,Nowhere,2,no',
      'JP-2,Purchaser,PLAN,2,no',
      'JP-2,Purchaser,,,',
    ];
    await page.getByLabel('CSV file').setInputFiles({
      name: 'profiles.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`code,name,competency,requiredlevel,critical\n${rows.join('\n')}\n`),
    });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Check of profiles.csv' }).waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('button', { name: 'Correct row 3' }).click();
    await page.getByRole('group', { name: 'Correct row 3' }).getByLabel('Competency').fill('SELL');
    expect(await tab().accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 2 job profiles' }).click(WHILE_A_JOB_RUNS);
    await page.getByRole('heading', { name: '2 job profiles were imported' }).waitFor(WHILE_A_JOB_RUNS);
    expect((await stored({ code: 'JP-1' }))?.requirements).toMatchObject([
      { requiredLevel: 4, isCritical: true },
      { requiredLevel: 2, isCritical: false },
    ]);
    await page.getByRole('link', { name: 'Show job profiles' }).click();
    await page.getByRole('link', { name: 'Purchaser' }).waitFor();
  });
});
