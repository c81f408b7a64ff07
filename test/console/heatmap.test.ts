import { readFileSync } from 'node:fs';
import { bulkInsert } from '../../shared/db/bulk';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { subjectIdentity } from '../../shared/evaluation/subject-identity.rules';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployees } from '../factories/employee';
import { makeCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { until } from '../support/until';
import { readWorkbook } from '../worker/render/workbook.probe';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
let tenant: TestTenant;
let hr: TestAccount;

/** A closed cycle with a gap of level 0 to 3 of each person at each requirement; the first person is of the department. */
async function makeGaps(people: number, requirements: number, name: string): Promise<{ departmentId: string }> {
  const cycle = await makeCycle(tenant, { status: CycleStatus.Closed, name });
  return tenant.within(async () => {
    const departmentId = await makeDepartment(`Department of ${name}`);
    const employees = await makeEmployees(
      Array.from({ length: people }, (_, at) => ({
        firstName: 'Lee',
        lastName: `Park ${String(at).padStart(4, '0')}`,
      })),
    );
    const runId = newId();
    const departmentOf = (at: number): string | null => (at === 0 ? departmentId : null);
    await bulkInsert(
      EvaluationModel,
      employees.map((employee, at) => ({
        cycleId: cycle._id,
        subjectId: employee._id,
        ...subjectIdentity(employee),
        effective: null,
        departmentId: departmentOf(at),
        requirements: [],
        managerId: null,
        jobProfileId: null,
        calibrated: null,
        calibratedAt: null,
        calibratedPotential: null,
        calibratedPotentialAt: null,
        hrPotential: null,
        hrPotentialAt: null,
        subjectPresence: Presence.Present,
        managerRemoved: false,
      })),
    );
    for (let requirement = 0; requirement < requirements; requirement++)
      await bulkInsert(
        GapModel,
        employees.map(({ _id }, at) => ({
          runId,
          cycleId: cycle._id,
          employeeId: _id,
          departmentId: departmentOf(at),
          jobProfileId: null,
          requirementId: REQUIREMENTS[requirement] ?? '',
          requirement: `Requirement ${String(requirement).padStart(2, '0')}`,
          isCritical: requirement === 0,
          requiredLevel: 4,
          currentLevel: 4 - ((at + requirement) % 4),
          gapLevel: (at + requirement) % 4,
          priority: 2,
        })),
      );
    await CycleModel.updateOne(
      { _id: cycle._id },
      { $set: { gaps: { state: GapsState.Calculated, runId, calculatedAt: now() } } },
    );
    return { departmentId };
  });
}

const PHONE = 390;
const REQUIREMENTS = Array.from({ length: 60 }, () => newId());

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
});

const openHeatmap = async (address = '/heatmap'): Promise<Tab> => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(address);
  return tab;
};

describe('/heatmap', () => {
  test('without a closed cycle it says what belongs there', async () => {
    const tab = await openHeatmap();
    await tab.page.getByText('No cycle is closed yet.').waitFor();
    await tab.close();
  });

  test('shows the last Closed cycle, filters, opens a gap by mouse and keyboard, downloads the workbook', async () => {
    const { departmentId } = await makeGaps(8, 3, 'Review A');
    const tab = await openHeatmap();
    const { page } = tab;
    const table = page.getByRole('table', { name: 'Gaps of Review A' });
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual([
      expect.stringMatching(/^Requirement 00\s*Critical$/),
      'Requirement 01',
      'Requirement 02',
    ]);
    expect(await table.getByRole('columnheader').count()).toBe(4 + 8);

    await table.getByRole('button', { name: 'Gap 3: Lee Park 0002, Requirement 01' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lee Park 0002' });
    expect(await dialog.locator('dl').innerText()).toMatch(
      /Required level\s+4\s+Current level\s+1\s+Gap\s+Severe \(3\)/,
    );
    expect(page.url()).toContain(`requirement=${REQUIREMENTS[1] ?? ''}`);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await table.getByRole('button', { name: 'Gap 0: Lee Park 0000, Requirement 00' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Lee Park 0007' }).getByText('Requirement 01').waitFor();
    await page.keyboard.press('Escape');

    const download = page.waitForEvent('download', WHILE_A_JOB_RUNS);
    await page.getByRole('button', { name: 'Download Excel' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Gap heatmap - Review A.xlsx');
    const workbook = await readWorkbook(readFileSync(await file.path()));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Heatmap']);

    await page.getByLabel('Department').selectOption('Department of Review A');
    await page.getByText('1 person, 3 requirements').waitFor();
    expect(page.url()).toContain(`department=${departmentId}`);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a phone shows one person or one competency at a time, the largest gap first', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account: hr, width: PHONE });
    const { page } = tab;
    await tab.open('/heatmap');
    const list = page.getByRole('region', { name: 'Gaps of Review A' });
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Requirement 02\s+Medium \(2\)$/),
      expect.stringMatching(/^Requirement 01\s+Small \(1\)$/),
      expect.stringMatching(/^Requirement 00\s+Critical\s+None$/),
    ]);
    await list.getByLabel('Person').selectOption('Lee Park 0003');
    await list.getByText('Severe (3)').waitFor();
    await list.getByRole('button', { name: 'One competency or skill' }).click();
    await list.getByLabel('Competency or skill').selectOption('Requirement 01');
    await list.getByText('Average gap 1.50. 6 people are affected (75%).').waitFor();
    expect(await list.getByRole('listitem').first().innerText()).toMatch(/^Lee Park 0002\s+Severe \(3\)$/);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await list.getByRole('button', { name: 'Severe (3): Lee Park 0002, Requirement 01' }).click();
    await page.getByRole('dialog', { name: 'Lee Park 0002' }).waitFor();
    await page.goBack();
    await page.goBack();
    await list.getByText('Critical').waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('2,000 people by 60 requirements keep fewer than 3,000 elements, scroll, and work by keyboard', async () => {
    await makeGaps(2_000, 60, 'Review B');
    const tab = await openHeatmap();
    const { page } = tab;
    const elements = (): Promise<number> => page.evaluate<number>('document.querySelectorAll("*").length');
    const table = page.getByRole('table', { name: 'Gaps of Review B' });
    await table.getByRole('button').first().waitFor();
    expect(await elements()).toBeLessThan(3_000);
    expect(await table.getAttribute('aria-colcount')).toBe('2004');
    await table.getByRole('button').first().focus();
    await page.keyboard.press('End');
    await until(() => page.evaluate<boolean>('document.activeElement.ariaLabel?.includes("Park 1999")'));
    for (let press = 0; press < 8; press++) await page.keyboard.press('PageDown');
    await until(() =>
      page.evaluate<boolean>('document.activeElement.ariaLabel?.includes("Park 1999, Requirement 59")'),
    );
    expect(await elements()).toBeLessThan(3_000);
    // The first column stays in sight.
    expect((await table.getByRole('rowheader', { name: 'Requirement 59' }).boundingBox())?.x).toBeGreaterThan(0);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
