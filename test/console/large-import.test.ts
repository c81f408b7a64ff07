import type { Page } from 'playwright-core';
import { startApi } from '../../api/start-api';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { chooseAction, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
const ROWS = 25_000;
const BAD_ROWS = 3_000;
const MAX_ELEMENTS = 3_000;

let tenant: TestTenant;
let hr: TestAccount;
beforeEach(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
});

const LARGE = [
  'firstname,lastname,email',
  ...Array.from({ length: ROWS }, (_, at) => `A,B${at},${at < BAD_ROWS ? 'bad' : `a${at}@x.example`}`),
].join('\n');

const elements = (page: Page): Promise<number> => page.evaluate<number>('document.querySelectorAll("*").length');

describe('25,000 rows with 3,000 bad ones', () => {
  test('stay below 3,000 elements, scroll to the last row, and the import outlives a reload, other pages and an API restart', async () => {
    const { config } = browser().service;
    const first = await startApi(config, { port: 0, host: '127.0.0.1' });
    const port = Number(new URL(first.url).port);
    const tab = await browser().tab();
    const { page } = tab;
    const at = (path: string): string => `http://${tenant.slug}.localhost:${port}${path}`;
    await page.goto(at('/sign-in'));
    await page.getByLabel('Email').fill(hr.email);
    await page.getByLabel('Password').fill(hr.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(at('/employees/import'));
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LARGE) });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Check of people.csv' }).waitFor(WHILE_A_JOB_RUNS);
    expect(await page.locator('dl > div', { hasText: 'Errors' }).locator('dd').innerText()).toBe('3,000');
    expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
    await page.getByRole('region', { name: 'Rows of the file' }).nth(1).focus();
    await page.keyboard.press('End');
    await page.getByText(`a${ROWS - 1}@x.example`).waitFor();
    await chooseAction(page.getByRole('row', { name: /^25,001 / }), 'Correct');
    const corrected = page.getByRole('group', { name: 'Correct row 25,001' });
    expect(await corrected.getByLabel('email').inputValue()).toBe(`a${ROWS - 1}@x.example`);
    expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
    await page.getByRole('button', { name: 'Close row 25,001' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('Errors, warnings and skipped');
    await page.getByText('3,000 of 25,000 rows').waitFor();
    expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);

    await page.getByRole('button', { name: 'Import 22,000 employees' }).click();
    await page.getByRole('progressbar').waitFor();
    await page.reload();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('link', { name: 'Departments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor();
    await page.getByRole('progressbar').waitFor();
    await first.stop();
    const second = await startApi(config, { port, host: '127.0.0.1' });
    try {
      await page.getByText('Finished: Import of people.csv').waitFor(WHILE_A_JOB_RUNS);
      await page.getByRole('link', { name: 'Show' }).click();
      await page.getByRole('heading', { name: '22,000 employees were imported' }).waitFor(WHILE_A_JOB_RUNS);
      expect(await tenant.within(() => EmployeeModel.countDocuments())).toBe(ROWS - BAD_ROWS);
      await tab.close();
    } finally {
      await second.stop();
    }
  });
});
