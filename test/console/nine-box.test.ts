import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
const REASON = 'Led the team through the migration.';
let tenant: TestTenant;
let hr: TestAccount;
let cycleId: string;
let employeeId: string;

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const [kim, noa] = [
    await makeEmployee(tenant, { firstName: 'Kim', lastName: 'Park' }),
    await makeEmployee(tenant, { firstName: 'Noa', lastName: 'Levi' }),
  ];
  const evaluators = [
    { type: EvaluatorType.Self, rating: 3 },
    { type: EvaluatorType.Manager, rating: 3, potential: 3 },
  ];
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Review A' },
    subjects: [
      { employee: kim, evaluators },
      { employee: noa, evaluators: [] },
    ],
  });
  cycleId = cycle._id;
  employeeId = kim._id;
  const gaps = { state: GapsState.Calculated, runId: newId(), calculatedAt: now() };
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { gaps } }));
});

const box = (tab: Tab, name: string) => tab.page.getByRole('region', { name });
const openPage = async (): Promise<Tab> => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open('/nine-box');
  return tab;
};
const potential = async (): Promise<number | null | undefined> =>
  (await tenant.within(() => EvaluationModel.findOne({ cycleId, subjectId: employeeId }).lean()))?.hrPotential;

describe('/nine-box', () => {
  test('a person moves by dragging, by keyboard and by "Move to…", each with a reason', async () => {
    const tab = await openPage();
    const { page } = tab;
    await box(tab, 'Core employee').getByText('Kim Park').waitFor();
    await page.getByText('No score: no one has submitted an evaluation').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);

    await box(tab, 'Core employee').getByText('Kim Park').dragTo(box(tab, 'High potential'));
    const dialog = page.getByRole('dialog', { name: 'Move Kim Park to…' });
    expect(await dialog.getByLabel('Potential').inputValue()).toBe('4.5');
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box(tab, 'High potential').getByText('Kim Park').waitFor();
    expect(await potential()).toBe(4.5);

    await page.getByRole('button', { name: 'Move to… Kim Park' }).focus();
    await page.keyboard.press('Control+ArrowDown');
    await dialog.getByLabel('Reason').fill(REASON);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await box(tab, 'Core employee').getByText('Kim Park').waitFor();

    await page.getByRole('button', { name: 'Move to… Kim Park' }).click();
    expect(await dialog.getByLabel('Potential').inputValue()).toBe('3.25');
    await dialog.getByText('HR set the potential of 3.25.').waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('');
    await dialog.getByLabel('Potential').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box(tab, 'Effective').getByText('Kim Park').waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('in an open session the calibrated score becomes an entry of it', async () => {
    const session = await browser()
      .service.call('post', '/api/calibration', tenant.hr)
      .send({ cycleId, name: 'Autumn' });
    expect(session.status).toBe(201);
    const tab = await openPage();
    await tab.page.getByText('Kim Park').dragTo(box(tab, 'Trusted professional'));
    const dialog = tab.page.getByRole('dialog', { name: 'Move Kim Park to…' });
    expect(await dialog.getByLabel('Calibrated score').inputValue()).toBe('4.5');
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('Kim Park is noted in “Autumn”').waitFor();
    const { body } = await browser().service.call('get', `/api/calibration/${session.body.id}`, tenant.hr);
    expect(body.entries).toEqual([expect.objectContaining({ calibrated: 4.5, reason: REASON })]);

    await tab.page.getByRole('button', { name: 'Move to… Kim Park' }).click();
    await dialog.getByText('“Autumn”').first().waitFor();
    expect(await dialog.getByLabel('Potential').inputValue()).toBe('1');
    expect(await dialog.getByLabel('Calibrated score').inputValue()).toBe('4.5');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(REASON);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('downloads the workbook', async () => {
    const tab = await openPage();
    const download = tab.page.waitForEvent('download', WHILE_A_JOB_RUNS);
    await tab.page.getByRole('button', { name: 'Download Excel' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await tab.close();
  });
});
