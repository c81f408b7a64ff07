import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { chooseAction, type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

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

/** Answers a person's Self evaluation over HTTP. */
async function submitOwn(lastName: string): Promise<string> {
  const employee = await tenant.within(() => EmployeeModel.findOne({ lastName }).orFail().lean());
  const token = await tenant.signedIn({ employeeId: employee._id });
  const { service } = console_();
  const mine = (await service.call('get', '/api/my-evaluations', token)).body.items;
  const own = mine.find(({ evaluatorType }: { evaluatorType: string }) => evaluatorType === 'Self');
  const form = (await service.call('get', `/api/my-evaluations/${own.id}`, token)).body;
  const [rating, text] = form.template.sections[0].items;
  const answers = [
    { itemId: rating.id, score: 4 },
    { itemId: text.id, comment: '<b>Less</b> meetings' },
  ];
  await service.call('post', `/api/my-evaluations/${own.id}/respond`, token).send({ answers });
  expect((await service.call('post', `/api/my-evaluations/${own.id}/submit`, token)).status).toBe(200);
  return employee._id;
}

const peers = (): Promise<number> =>
  tenant.within(() => ParticipantModel.countDocuments({ evaluatorType: EvaluatorType.Peer }));

/** How a person works a control: by mouse, or by keyboard alone. */
interface Hand {
  press(control: Locator): Promise<void>;
  choose(select: Locator, text: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
}

const mouse: Hand = {
  press: (control) => control.click(),
  choose: async (select, label) => void (await select.selectOption({ label })),
  type: (field, text) => field.fill(text),
};

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

const keyboard: Hand = {
  async press(control) {
    await tabTo(control);
    await control.page().keyboard.press('Enter');
  },
  async choose(select, text) {
    await tabTo(select);
    await select.page().keyboard.type(text);
    expect(await select.locator('option:checked').textContent()).toBe(text);
  },
  async type(field, text) {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
};

/** Chooses a file in the dialog of the browser, which only a person's press opens. */
async function chooseFile(hand: Hand, field: Locator, file: ReturnType<typeof staff>): Promise<void> {
  const chooser = field.page().waitForEvent('filechooser');
  await hand.press(field);
  await (await chooser).setFiles(file);
}

/** Saves what a button offers; returns the beginning of the file and its name. */
async function download(hand: Hand, button: Locator): Promise<{ name: string; start: string }> {
  const saved = button.page().waitForEvent('download', WHILE_A_JOB_RUNS);
  await hand.press(button);
  const file = await saved;
  return {
    name: file.suggestedFilename(),
    start: readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  };
}

/** Goes to a page by the navigation, whose group of the framework is folded at first. */
async function go({ page }: Tab, hand: Hand, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const link = navigation.getByRole('link', { name, exact: true });
  if ((await link.count()) === 0) await hand.press(navigation.getByRole('button', { name: 'Framework' }));
  await hand.press(link);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Imports the staff, and writes the questions. */
async function prepare(tab: Tab, hand: Hand): Promise<void> {
  const { page } = tab;
  await tab.open('/');
  await go(tab, hand, 'Employees');
  await page.getByText(/^The organization has no employees yet/).waitFor();
  await hand.press(page.getByRole('link', { name: 'Import CSV' }));
  await chooseFile(hand, page.getByLabel('CSV file'), staff());
  await hand.press(page.getByRole('button', { name: 'Check' }));
  await hand.press(page.getByRole('button', { name: `Import ${PEOPLE} employees` }));
  await hand.press(page.getByRole('link', { name: 'Show employees' }));
  await page.getByRole('link', { name: 'Person Number6' }).waitFor();

  await go(tab, hand, 'Evaluation templates');
  await hand.press(page.getByRole('link', { name: 'New template' }));
  await hand.type(page.getByLabel('Name', { exact: true }), 'Annual questions');
  await hand.type(page.getByLabel('Title of section 1'), 'Work');
  await hand.type(page.getByLabel('Question or statement'), 'Keeps promises.');
  await hand.press(page.getByRole('button', { name: 'Add item' }));
  await hand.type(page.getByLabel('Question or statement').last(), 'What should change?');
  await hand.choose(page.getByLabel('Answer', { exact: true }).last(), 'Free text');
  await hand.press(page.getByRole('button', { name: 'Save' }));
  await page.getByRole('heading', { level: 1, name: 'Annual questions' }).waitFor();
}

/** Presses the button of a step, and its button in the dialog that asks. */
async function take(tab: Tab, hand: Hand, step: string): Promise<void> {
  const row = tab.page
    .getByRole('listitem')
    .filter({ has: tab.page.getByRole('heading', { name: step, exact: true }) });
  await hand.press(row.getByRole('button', { name: step, exact: true }));
  await hand.press(tab.page.getByRole('dialog').getByRole('button', { name: step, exact: true }));
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('HR runs a review by keyboard alone', () => {
  const hand = keyboard;
  test('from an empty organization to the three downloads', async () => {
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    const suggested = (step: string): Locator =>
      page.locator('li[class*="next"]').getByRole('heading', { name: step, exact: true });
    await prepare(tab, hand);
    await go(tab, hand, 'Evaluation cycles');
    await page.getByText('There are no evaluation cycles yet.').waitFor();
    await hand.press(page.getByRole('link', { name: 'New cycle' }));
    await hand.type(page.getByLabel('Name', { exact: true }), 'Review 2026');
    await hand.choose(page.getByLabel('Template'), 'Annual questions');
    await hand.press(button('Create cycle'));
    await page.getByRole('heading', { level: 1, name: 'Review 2026' }).waitFor();
    await page.getByText(`each of the ${PEOPLE} active employees`).first().waitFor();

    await take(tab, hand, 'Generate evaluations');
    await page.getByText(`${PEOPLE} subjects with 13 evaluations asked for.`).waitFor();
    await suggested('Assign peers').waitFor();

    await hand.press(button('Preview'));
    await page.getByRole('heading', { name: 'Preview of peers' }).waitFor();
    await page.getByText('Same manager').first().waitFor();
    await page.getByText('24 peers would be added. Nothing has changed yet.').waitFor();
    await page.getByText('6 evaluators with 4 peer evaluations').waitFor();
    expect(await peers()).toBe(0);
    await hand.press(button('Assign'));
    await page.getByText(`${PEOPLE} subjects with 37 evaluations asked for.`).waitFor();
    expect(await peers()).toBe(24);
    await page.getByText('24 evaluations by peers asked for.').waitFor();
    await suggested('Assign direct reports').waitFor();

    await take(tab, hand, 'Assign direct reports');
    await page.getByText(`${PEOPLE} subjects with 43 evaluations asked for.`).waitFor();
    await suggested('Open').waitFor();

    await take(tab, hand, 'Open');
    await page.getByText('Review 2026 is open').waitFor();
    const announcing = page.locator('button[class*="primary"]').filter({ hasText: 'Announce opening' });
    await hand.press(announcing);
    await page.getByText(`Goes to ${PEOPLE} people who have something to answer.`).waitFor();
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Announce opening' }));
    await page.getByText('Finished: Announce opening: Review 2026').waitFor(WHILE_A_JOB_RUNS);
    await suggested('Remind').waitFor();
    await announcing.waitFor({ state: 'detached' });
    const subjectId = await submitOwn('Number1');

    sink.mails.length = 0;
    await hand.press(button('Remind'));
    await page.getByText(`Goes to ${PEOPLE} people who have not submitted everything.`).waitFor();
    await page.getByText('It has not been sent yet.').waitFor();
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Remind', exact: true }));
    await page.getByText('Finished: Remind: Review 2026').waitFor(WHILE_A_JOB_RUNS);
    expect(sink.mails).toHaveLength(PEOPLE);

    await take(tab, hand, 'Close');
    await page.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('link', { name: 'Calibrate the scores before' }).waitFor();
    await take(tab, hand, 'Publish results');
    await page.getByText('The results of Review 2026 are published').waitFor(WHILE_A_JOB_RUNS);

    await hand.press(page.getByRole('link', { name: 'Results', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Results of Review 2026' }).waitFor();
    await hand.press(page.getByRole('link', { name: 'Effective score' }));
    await page.waitForURL(/sort=effective/);
    await hand.press(page.getByRole('link', { name: 'Person Number1', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Results of Review 2026, Person Number1' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/results/${subjectId}$`));
    await page.getByText('<b>Less</b> meetings').waitFor();
    await page.getByRole('heading', { name: 'How the overall score came about' }).waitFor();
    await page.getByRole('row', { name: /^Stakeholder No one asked/ }).waitFor();

    expect(await download(hand, button('Download PDF'))).toEqual({
      name: expect.stringMatching(/\.pdf$/),
      start: '%PDF',
    });
    for (const name of ['Gap heatmap', 'Nine-box']) {
      await go(tab, hand, name);
      const workbook = { name: `${name} - Review 2026.xlsx`, start: expect.stringMatching(/^PK/) };
      expect(await download(hand, button('Download Excel'))).toEqual(workbook);
    }
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('participants (/cycles/:id/participants)', () => {
  /** An organization whose people were imported over HTTP: a boss with a team, a template, and no cycle. */
  beforeEach(async () => {
    const { name: filename, mimeType: contentType, buffer } = staff();
    const imported = await console_()
      .service.call('post', '/api/employees/import-csv', tenant.hr)
      .attach('file', buffer, { filename, contentType });
    expect([imported.status, imported.body.created]).toEqual([200, PEOPLE]);
    const items = [{ text: 'Keeps promises.' }, { text: 'What should change?', type: 'Text' }];
    const body = { name: 'Annual questions', sections: [{ title: 'Work', items }] };
    const made = await console_().service.call('post', '/api/evaluation-templates', tenant.hr).send(body);
    expect(made.status).toBe(201);
  });

  /** An open cycle of these people, made over HTTP. */
  async function openCycle(): Promise<string> {
    const { service } = console_();
    const [template] = (await service.call('get', '/api/evaluation-templates', tenant.hr)).body.items;
    const cycle = await service
      .call('post', '/api/evaluation-cycles', tenant.hr)
      .send({ name: 'Review', templateId: template.id });
    for (const step of ['generate-evaluations', 'status/Open'])
      expect((await service.call('post', `/api/evaluation-cycles/${cycle.body.id}/${step}`, tenant.hr)).status).toBe(
        200,
      );
    return cycle.body.id;
  }

  test('an evaluator is found, added, replaced and removed; a submitted evaluation is reopened with a reason', async () => {
    const id = await openCycle();
    await submitOwn('Number2');
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    await tab.open(`/cycles/${id}/participants`);
    const dialog = page.getByRole('dialog');
    const pick = async (label: string, name: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name }).click();
    };
    await page.getByRole('link', { name: 'Add evaluator' }).click();
    await pick('Subject', 'Person Number3');
    await pick('Evaluator', 'Person Number4');
    await dialog.getByLabel('Type').selectOption({ label: 'Stakeholder' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Person Number4 evaluates Person Number3 now').waitFor();

    await page.getByLabel('Type').selectOption({ label: 'Stakeholder' });
    await page.getByRole('status').filter({ hasText: '1–1 of 1' }).waitFor();
    await chooseAction(page.getByRole('row', { name: /Person Number4/ }), 'Replace evaluator');
    await pick('New evaluator', 'Person Number5');
    await dialog.getByRole('button', { name: 'Replace evaluator' }).click();
    await page.getByText('Person Number5 evaluates Person Number3 now').waitFor();
    await chooseAction(page.getByRole('row', { name: /Person Number5/ }), 'Remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No evaluation matches these filters.').waitFor();

    await tab.open(`/cycles/${id}/participants?search=number2&type=Self`);
    await page.getByRole('button', { name: 'Reopen the evaluation of Person Number2 by Person Number2' }).click();
    await dialog.getByLabel('Reason').fill('short');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await dialog.getByText('Must have at least 10 characters').first().waitFor();
    await dialog.getByLabel('Reason').fill('Two answers were about someone else.');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('Person Number2 can answer about Person Number2 again').waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('an employee who has a role already is refused, with what was typed still there', async () => {
    const id = await openCycle();
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    await tab.open(`/cycles/${id}/participants?edit=new`);
    for (const label of ['Subject', 'Evaluator']) {
      await page.getByRole('combobox', { name: label }).fill('Number6');
      await page.getByRole('option', { name: 'Person Number6' }).click();
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').locator('[aria-invalid]').waitFor();
    expect(await page.getByRole('combobox', { name: 'Subject' }).inputValue()).toBe('Person Number6');
    await tab.close();
  });

  test('a pick that is taken out of the plan is not assigned, also after a reload', async () => {
    const id = await openCycle();
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    const takeOut = page.getByRole('button', { name: /^Take out .* as a peer of / });
    await tab.open(`/cycles/${id}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Adds 24 peers.').waitFor();
    await takeOut.first().press('Enter');
    await page.getByText('Adds 23 peers. 1 is taken out.').waitFor();
    await takeOut.first().click();
    await page.getByText('Adds 22 peers. 2 are taken out.').waitFor();
    await page
      .getByRole('button', { name: /^Put back / })
      .first()
      .click();
    await tab.open(page.url());
    await page.getByText('Adds 23 peers. 1 is taken out.').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText(`${PEOPLE} subjects with 36 evaluations asked for.`).waitFor();
    expect(await peers()).toBe(23);
    await tab.close();
  });

  test('a plan that people have changed since is refused, and a department of the completion leads to its people', async () => {
    const sales = await tenant.within(() => makeDepartment('Sales'));
    await tenant.within(() => EmployeeModel.updateMany({ lastName: 'Number2' }, { $set: { departmentId: sales } }));
    const id = await openCycle();
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    await tab.open(`/cycles/${id}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('24 peers would be added.').waitFor();
    const leaver = await tenant.within(() => EmployeeModel.findOne({ lastName: 'Number5' }).lean());
    await console_().service.call('delete', `/api/employees/${leaver?._id}`, tenant.hr).expect(204);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('This plan is out of date').first().waitFor();
    expect(await peers()).toBe(0);
    await tab.open(`/cycles/${id}`);
    await page.getByRole('link', { name: 'Sales', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Results of Review' }).waitFor();
    expect(new URL(page.url()).searchParams.get('department')).toBe(sales);
    await tab.close();
  });

  test('two presses start one job, and a closed cycle is reopened only after its warning', async () => {
    const id = await openCycle();
    const tab = await console_().tab({ slug: tenant.slug, account: hr });
    const { page } = tab;
    await tab.open(`/cycles/${id}`);
    await page.getByRole('button', { name: 'Preview' }).dblclick();
    await page.getByRole('heading', { name: 'Preview of peers' }).waitFor();
    const plans = tab.requests.filter(({ method, path }) => method === 'POST' && path.includes('auto-assign-peers'));
    expect(plans).toHaveLength(1);
    await page.getByText('24 peers would be added.').waitFor();
    await tab.open(page.url());
    await page.getByText('24 peers would be added.').waitFor();
    await page.getByRole('button', { name: 'Close preview' }).click();
    await page.waitForURL((url) => !url.search.includes('plan'));
    await take(tab, mouse, 'Close');
    await page.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByText('13 evaluations are missing.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('Review is open again').waitFor();
    await tab.close();
  });
});
