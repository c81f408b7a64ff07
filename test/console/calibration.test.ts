import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { chooseAction, type Tab, useConsole } from './browser';

const browser = useConsole();
const REASON = 'Compared with the others in the role.';
let tenant: TestTenant;
let hr: TestAccount;
let cycleOf: string;

/** A Closed cycle: Kim and Noa of Sales and Support, both in the middle of the nine-box. */
beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const [sales, support] = await tenant.within(async () => [
    await makeDepartment('Sales'),
    await makeDepartment('Support'),
  ]);
  const kim = await makeEmployee(tenant, { firstName: 'Kim', lastName: 'Park', departmentId: sales });
  const noa = await makeEmployee(tenant, { firstName: 'Noa', lastName: 'Levi', departmentId: support });
  const evaluators = [
    { type: EvaluatorType.Self, rating: 3 },
    { type: EvaluatorType.Manager, rating: 3, potential: 3 },
  ];
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Review A', settings: { useCalibration: true } },
    subjects: [
      { employee: kim, evaluators },
      { employee: noa, evaluators },
    ],
  });
  cycleOf = cycle._id;
  const gaps = { state: GapsState.Calculated, runId: newId(), calculatedAt: now() };
  await tenant.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { gaps } }));
});

const box = (tab: Tab, name: string) => tab.page.getByRole('region', { name });
const button = (tab: Tab, name: string) => tab.page.getByRole('button', { name, exact: true });
const dialogOf = (tab: Tab, name: string) => tab.page.getByRole('dialog', { name });
const historyRows = (tab: Tab) => tab.page.getByRole('region', { name: 'History' }).getByRole('row').count();
const openPage = async (address: string): Promise<Tab> => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(address);
  return tab;
};

/** Whether the question before publishing says that calibration waits. */
async function isCalibrationAskedFor(tab: Tab): Promise<boolean> {
  await button(tab, 'Publish results').click();
  const question = tab.page.getByRole('dialog');
  await question.getByText('No one gets an email yet.').waitFor();
  const isAsked = (await question.getByText('This cycle uses calibration.').count()) > 0;
  await tab.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  return isAsked;
}

describe('/calibration', () => {
  test('from an empty list to an applied session: drag, keyboard, "Move to…", members, undo, history', async () => {
    const tab = await openPage('/calibration');
    const { page } = tab;
    await page.getByText('There are no calibration sessions yet.').waitFor();
    await tab.open(`/cycles/${cycleOf}`);
    await page.getByText('2 wait only for the calibration.').waitFor();
    expect(await isCalibrationAskedFor(tab)).toBe(true);
    await page.locator('li[class*="next"]').getByRole('link', { name: 'Calibrate', exact: true }).click();
    const creation = dialogOf(tab, 'New session');
    expect(await creation.getByLabel('Cycle').locator('option:checked').textContent()).toBe('Review A');
    await creation.getByLabel('Name').fill('Autumn');
    await creation.getByLabel('Sales').check();
    await creation.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
    await box(tab, 'Core employee').getByText('Kim Park').waitFor();
    expect(await page.getByText('Noa Levi').count()).toBe(0);

    await page.getByRole('link', { name: 'Name and members' }).click();
    const settings = dialogOf(tab, 'Name and members');
    await settings.getByLabel('Support').check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await box(tab, 'Core employee').getByText('Noa Levi').waitFor();
    expect(await button(tab, 'Undo').isDisabled()).toBe(true);
    expect(await tab.accessibilityProblems()).toEqual([]);

    await box(tab, 'Core employee').getByText('Kim Park').dragTo(box(tab, 'Star'));
    const dialog = dialogOf(tab, 'Move Kim Park to…');
    expect(await dialog.getByLabel('Calibrated score').inputValue()).toBe('4.5');
    expect(await dialog.getByLabel('Potential').inputValue()).toBe('4.5');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box(tab, 'Star').getByText('From Core employee').waitFor();
    await page.getByText('From Core employee to Star: 1').waitFor();
    await page.getByText('1 entry for 2 people. 1 score changes.').waitFor();

    await page.getByRole('button', { name: 'Move to… Noa Levi' }).focus();
    await page.keyboard.press('Control+ArrowLeft');
    const second = dialogOf(tab, 'Move Noa Levi to…');
    expect(await second.getByLabel('Calibrated score').inputValue()).toBe('1.75');
    await second.getByLabel('Reason').fill(REASON);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await box(tab, 'Dilemma').getByText('Noa Levi').waitFor();
    await button(tab, 'Undo').click();
    await box(tab, 'Core employee').getByText('Noa Levi').waitFor();

    await page.getByRole('link', { name: 'Scores' }).click();
    const row = page.getByRole('row', { name: /Kim Park/ });
    await row.waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual(['3.00', '3.00', '4.50']);
    await chooseAction(row, 'Move to…');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(REASON);
    await dialog.getByLabel('Calibrated score').fill('4.25');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('4.25').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(await historyRows(tab)).toBe(5);
    expect(await tab.accessibilityProblems()).toEqual([]);

    await button(tab, 'Apply').click();
    const question = dialogOf(tab, 'Apply Autumn?');
    await question.getByText('1 entry counts from now on, for 2 people.').waitFor();
    await question.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied on').waitFor();
    expect(await button(tab, 'Apply').count()).toBe(0);
    await page.getByRole('link', { name: 'Scores' }).click();
    await row.getByRole('cell').nth(1).filter({ hasText: '4.25' }).waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual(['3.00', '4.25', '4.25']);
    await tab.open(`/cycles/${cycleOf}`);
    await page.getByText('The calibration is applied.').waitFor();
    expect(await isCalibrationAskedFor(tab)).toBe(false);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
