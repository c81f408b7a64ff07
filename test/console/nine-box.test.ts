import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import type { Employee } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
const MET = { currentLevel: 4, gapLevel: 0, priority: 4 } as const;
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

  test('without a session a person goes only up and down, and the board says what to do before anything is asked', async () => {
    const tab = await openPage();
    const { page } = tab;
    const button = page.getByRole('button', { name: 'Move to… Kim Park' });
    await box(tab, 'Effective').getByText('Kim Park').waitFor();
    await button.focus();
    await page.keyboard.press('Control+ArrowRight');
    await page.getByRole('status').getByText('Kim Park moves only up and down').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await box(tab, 'Effective').getByText('Kim Park').dragTo(box(tab, 'Star'));
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Move Kim Park to…' });
    await dialog.getByLabel('Box').waitFor();
    expect(await dialog.getByLabel('Box').getByRole('option').allInnerTexts()).toEqual([
      'As it is',
      'High potential',
      'Core employee',
      'Effective',
    ]);
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByLabel('Box').selectOption('High potential');
    expect(await dialog.getByLabel('Potential').inputValue()).toBe('4.5');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(REASON);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave' }).click();
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

test('a board of 100 people fits on one screen; its signs are explained, and rare', async () => {
  const own = await makeTenant();
  const account = await makeAccount(own.id, { roles: [Role.HRManager] });
  const rated = (rating: number, potential: number | null) => [
    { type: EvaluatorType.Self, rating },
    { type: EvaluatorType.Manager, rating, ...(potential === null ? {} : { potential }) },
  ];
  const met = { requirementId: newId(), requirement: 'Listening', requiredLevel: 1, isCritical: false };
  const subjects: { employee: Employee; requirements: (typeof met)[]; evaluators: ReturnType<typeof rated> }[] = [];
  for (let at = 0; at < 100; at++) {
    const employee = await makeEmployee(own, { firstName: `Person${at}`, lastName: `Family${at % 7}` });
    const isJudged = at % 10 !== 0;
    subjects.push({
      employee,
      requirements: isJudged ? [] : [met],
      evaluators: rated(1 + (at % 5), isJudged ? 1 + ((at * 7) % 5) : null),
    });
  }
  const { cycle } = await makeEvaluatedCycle(own, { cycle: { name: 'Large' }, subjects });
  const runId = newId();
  await own.within(async () => {
    await CycleModel.updateOne(
      { _id: cycle._id },
      { $set: { gaps: { state: GapsState.Calculated, runId, calculatedAt: now() } } },
    );
    for (const { employee, requirements } of subjects.filter((subject) => subject.requirements.length > 0))
      await GapModel.create({ runId, cycleId: cycle._id, employeeId: employee._id, ...requirements[0], ...MET });
  });
  const tab = await browser().tab({ slug: own.slug, account });
  await tab.open('/nine-box');
  const { page } = tab;
  const boxes = page.getByRole('region').filter({ has: page.getByRole('button', { name: /^Move to…/ }) });
  await page.getByText('Levels run from 1 to 5: low is below 2.5, high is from 4.').waitFor();
  await page.getByText('≈: the potentials of 10 people are estimated').waitFor();
  const bottoms = await boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(900);
  expect(await tab.accessibilityProblems()).toEqual([]);

  await browser()
    .service.call('put', '/api/tenant-settings', own.admin)
    .send({ nineBox: { estimates: false } })
    .expect(200);
  await tab.open('/nine-box');
  await page.getByText('10 people without a box').waitFor();
  expect(
    await page.getByText('The potential is only estimated, and your organization leaves estimates out').count(),
  ).toBe(10);
  await page.getByRole('link', { name: 'Person1 Family1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Results of Large, Person1 Family1' }).waitFor();
  expect(tab.problems).toEqual([]);
  await tab.close();
});
