import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';
import { submitOwn } from './own-evaluation';

const console_ = useConsole();
const PEOPLE = 7;
let sink: SmtpSink;
let tenant: TestTenant;
let hr: TestAccount;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());

/** An empty organization with a mail server. */
beforeEach(async () => {
  tenant = await makeTenant({ name: 'Nordwind' });
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
  const settings = { _id: tenant.id, host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
  await tenant.within(() => EmailSettingsModel.create(settings));
});

/** A boss with a team, as a CSV file. */
function staff(): { name: string; mimeType: string; buffer: Buffer } {
  const email = (at: number): string => `person${at}@${tenant.slug}.test`;
  const rows = Array.from({ length: PEOPLE }, (_row, at) => {
    return `${email(at)},Person,Number${at},${at === 0 ? '' : email(0)}`;
  });
  const csv = ['Email,FirstName,LastName,Manager', ...rows].join('\n');
  return { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
}

const peers = (): Promise<number> =>
  tenant.within(() => ParticipantModel.countDocuments({ evaluatorType: EvaluatorType.Peer }));

/** Goes to the control with Tab from wherever the focus is. */
async function tabTo(control: Locator): Promise<void> {
  await control.waitFor();
  const page = control.page();
  for (let count = 0; count < 150; count += 1) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(control)}.`);
}

async function press(control: Locator): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

async function choose(select: Locator, text: string): Promise<void> {
  await tabTo(select);
  await select.page().keyboard.type(text);
  expect(await select.locator('option:checked').textContent()).toBe(text);
}

async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

/** Chooses a file in the dialog of the browser, which only a person's press opens. */
async function chooseFile(field: Locator, file: ReturnType<typeof staff>): Promise<void> {
  const chooser = field.page().waitForEvent('filechooser');
  await press(field);
  await (await chooser).setFiles(file);
}

/** Saves what a button offers; returns the beginning of the file and its name. */
async function download(button: Locator): Promise<{ name: string; start: string }> {
  const saved = button.page().waitForEvent('download', WHILE_A_JOB_RUNS);
  await press(button);
  const file = await saved;
  return {
    name: file.suggestedFilename(),
    start: readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  };
}

/** Goes to a page by the navigation, whose group of the framework is folded at first. */
async function go({ page }: Tab, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const link = navigation.getByRole('link', { name, exact: true });
  if ((await link.count()) === 0) await press(navigation.getByRole('button', { name: 'Framework' }));
  await press(link);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Imports the staff, and writes the questions. */
async function prepare(tab: Tab): Promise<void> {
  const { page } = tab;
  await tab.open('/');
  await go(tab, 'Employees');
  await page.getByText(/^The organization has no employees yet/).waitFor();
  await press(page.getByRole('link', { name: 'Import CSV' }));
  await chooseFile(page.getByLabel('CSV file'), staff());
  await press(page.getByRole('button', { name: 'Check' }));
  await press(page.getByRole('button', { name: `Import ${PEOPLE} employees` }));
  await press(page.getByRole('link', { name: 'Show employees' }));
  await page.getByRole('link', { name: 'Person Number6' }).waitFor();

  await go(tab, 'Evaluation templates');
  await press(page.getByRole('link', { name: 'New template' }));
  await type(page.getByLabel('Name', { exact: true }), 'Annual questions');
  await type(page.getByLabel('Title of section 1'), 'Work');
  await type(page.getByLabel('Question or statement'), 'Keeps promises.');
  await press(page.getByRole('button', { name: 'Add item' }));
  await type(page.getByLabel('Question or statement').last(), 'What should change?');
  await choose(page.getByLabel('Answer', { exact: true }).last(), 'Free text');
  await press(page.getByRole('button', { name: 'Save' }));
  await page.getByRole('heading', { level: 1, name: 'Annual questions' }).waitFor();
}

/** Presses the button of a step, and its button in the dialog that asks. */
async function take(tab: Tab, step: string): Promise<void> {
  const row = tab.page
    .getByRole('listitem')
    .filter({ has: tab.page.getByRole('heading', { name: step, exact: true }) });
  await press(row.getByRole('button', { name: step, exact: true }));
  await press(tab.page.getByRole('dialog').getByRole('button', { name: step, exact: true }));
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('HR runs a review by keyboard alone', () => {
  test('from an empty organization to the three downloads', async () => {
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    const suggested = (step: string): Locator =>
      page.locator('li[class*="next"]').getByRole('heading', { name: step, exact: true });
    await prepare(tab);
    await go(tab, 'Evaluation cycles');
    await page.getByText('There are no evaluation cycles yet.').waitFor();
    await press(page.getByRole('link', { name: 'New cycle' }));
    await type(page.getByLabel('Name', { exact: true }), 'Review 2026');
    await choose(page.getByLabel('Template'), 'Annual questions');
    await press(button('Create cycle'));
    await page.getByRole('heading', { level: 1, name: 'Review 2026' }).waitFor();
    await page.getByText(`evaluations for ${PEOPLE} active employees`).first().waitFor();

    await take(tab, 'Generate evaluations');
    await page.getByText(`${PEOPLE} subjects with 13 evaluations asked for.`).waitFor();
    await suggested('Assign peers').waitFor();

    await press(button('Preview'));
    await page.getByRole('heading', { name: 'Preview of peers' }).waitFor();
    await page.getByText('Same manager').first().waitFor();
    await page.getByText('24 peers would be added. Nothing has changed yet.').waitFor();
    await page.getByText('6 evaluators with 4 peer evaluations').waitFor();
    expect(await peers()).toBe(0);
    await press(button('Assign'));
    await page.getByText(`${PEOPLE} subjects with 37 evaluations asked for.`).waitFor();
    expect(await peers()).toBe(24);
    await page.getByText('24 evaluations by peers asked for.').waitFor();
    await suggested('Assign direct reports').waitFor();

    await take(tab, 'Assign direct reports');
    await page.getByText(`${PEOPLE} subjects with 43 evaluations asked for.`).waitFor();
    await suggested('Open').waitFor();

    await take(tab, 'Open');
    await page.getByText('Review 2026 is open').waitFor();
    const announcing = page.locator('button[class*="primary"]').filter({ hasText: 'Announce opening' });
    await press(announcing);
    await page.getByText(`Goes to ${PEOPLE} people who have something to answer.`).waitFor();
    await press(page.getByRole('dialog').getByRole('button', { name: 'Announce opening' }));
    await page.getByText('Finished: Announce opening: Review 2026').waitFor(WHILE_A_JOB_RUNS);
    await suggested('Remind').waitFor();
    await announcing.waitFor({ state: 'detached' });
    const subjectId = await submitOwn(console_().service, tenant, 'Number1');

    sink.mails.length = 0;
    await press(button('Remind'));
    await page.getByText(`Goes to ${PEOPLE} people who have not submitted everything.`).waitFor();
    await page.getByText('It has not been sent yet.').waitFor();
    await press(page.getByRole('dialog').getByRole('button', { name: 'Remind', exact: true }));
    await page.getByText('Finished: Remind: Review 2026').waitFor(WHILE_A_JOB_RUNS);
    expect(sink.mails).toHaveLength(PEOPLE);

    await take(tab, 'Close');
    await page.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
    expect(await page.getByRole('link', { name: 'Calibrate', exact: true }).count()).toBe(0); // the cycle does not use it
    expect(await button('Remind').count()).toBe(0);
    await take(tab, 'Publish results');
    await page.getByText('The results of Review 2026 are published').waitFor(WHILE_A_JOB_RUNS);

    await press(page.getByRole('link', { name: 'Results', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Results of Review 2026' }).waitFor();
    await press(page.getByRole('link', { name: 'Effective score' }));
    await page.waitForURL(/sort=effective/);
    await press(page.getByRole('link', { name: 'Person Number1', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Results of Review 2026, Person Number1' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/results/${subjectId}$`));
    await page.getByText('<b>Less</b> meetings').waitFor();
    await press(page.locator('summary', { hasText: 'How the overall score came about' }));
    await page.getByRole('row', { name: /^Stakeholder No one asked/ }).waitFor();

    expect(await download(button('Download PDF'))).toEqual({
      name: expect.stringMatching(/\.pdf$/),
      start: '%PDF',
    });
    for (const name of ['Gap heatmap', 'Nine-box']) {
      await go(tab, name);
      const workbook = { name: `${name} - Review 2026.xlsx`, start: expect.stringMatching(/^PK/) };
      expect(await download(button('Download Excel'))).toEqual(workbook);
    }
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
