import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType } from '../../shared/framework/template.rules';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { allowGuests } from '../factories/guest';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useMailbox } from '../support/mailbox';
import { pdfText } from '../worker/render/pdf.probe';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

// One review with employees and guests, in the browser alone: from the file of guests to the report.

const PHONE = 390;
const LISTENS = 'Listens before deciding';
const CHANGE = 'What should change?';
const REVIEW = 'Review 2031';
const browser = useConsole();
const mailbox = useMailbox();
let tenant: TestTenant;
let hr: TestAccount;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme', locale: 'en' });
  await mailbox.connect(tenant.id);
  await allowGuests(tenant);
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
});

/** A subject and a manager with accounts, in a cycle that has not opened. */
async function makeReview() {
  const lead = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Lead' });
  const ana = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'Ruiz', managerId: lead._id });
  const items = [
    templateItem({ text: LISTENS }),
    templateItem({ text: CHANGE, type: ItemType.Text, required: false, weight: 0 }),
  ];
  const asked = { status: ParticipantStatus.InProgress, rating: null };
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Draft, name: REVIEW, endDate: '2031-12-31' },
    template: await makeTemplate(tenant, { items }),
    subjects: [
      {
        employee: ana,
        evaluators: [
          { type: EvaluatorType.Self, ...asked },
          { type: EvaluatorType.Manager, evaluatorId: lead._id, ...asked },
        ],
      },
    ],
  });
  const [own, managers] = subjects[0]?.participants ?? [];
  return {
    cycleId: cycle._id,
    email: ana.email,
    employees: [
      { account: await makeAccount(tenant.id, { employeeId: ana._id }), form: own?._id ?? '', score: '3' },
      { account: await makeAccount(tenant.id, { employeeId: lead._id }), form: managers?._id ?? '', score: '4' },
    ],
  };
}

/** What a guest who answers reads. */
interface Words {
  title: string;
  answer: string;
  readers: RegExp;
  saved: RegExp;
  submit: string;
  done: string;
}
const EN: Words = {
  title: 'Acme asks for your opinion',
  answer: 'Answer: Ana Ruiz',
  readers: /HR reads your scores and comments with your name/,
  saved: /^Saved /,
  submit: 'Submit',
  done: 'All done',
};
const ES: Words = {
  title: 'Acme le pide su opinión',
  answer: 'Responder: Ana Ruiz',
  readers: /RR\. HH\. lee sus puntuaciones y comentarios con el nombre de usted/,
  saved: /^Guardado /,
  submit: 'Enviar',
  done: 'Todo listo',
};

const accessible = async (tab: Tab): Promise<void> => {
  expect([await tab.accessibilityProblems(), tab.problems]).toEqual([[], []]);
};

/** Answers by the link of the email on a phone, without an account. */
async function answerAsGuest(email: string, score: string, comment: string, words: Words): Promise<void> {
  const mail = await mailbox.mailTo(email);
  const link = new URL(/https?:\/\/\S+#\S+/.exec(mail.text)?.[0] ?? '');
  const guest = await browser().tab({ slug: tenant.slug, width: PHONE });
  const { page } = guest;
  await guest.open(link.pathname + link.hash);
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
  await accessible(guest);
  await page.getByRole('button', { name: words.answer }).click();
  await page.getByText(words.readers).waitFor();
  await page.getByRole('group', { name: LISTENS }).getByRole('radio', { name: score }).check();
  await page.getByRole('group', { name: CHANGE }).getByRole('textbox').fill(comment);
  await page.getByText(words.saved).waitFor();
  await accessible(guest);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: words.done }).waitFor();
  await accessible(guest);
  await guest.close();
}

/** Takes a step of the cycle, and confirms it. */
async function take({ page }: Tab, step: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: step, exact: true }) });
  await row.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The text of the report that a button saves, on one line. */
async function reportOf(button: Locator): Promise<string> {
  const saved = button.page().waitForEvent('download', WHILE_A_JOB_RUNS);
  await button.click();
  return pdfText(readFileSync(await (await saved).path())).replace(/\s+/g, ' ');
}

test('a review with employees and guests, from the file of guests to the reports that HR and the subject download', async () => {
  const { cycleId, email, employees } = await makeReview();
  const at = (name: string): string => `${name}@${tenant.slug}.example`;
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${cycleId}/participants`);
  await page.getByRole('link', { name: 'Guests' }).click();
  await page.getByRole('link', { name: 'Import a file' }).click();
  const rows = [`${email},Marta Client,${at('marta')}`, `${email},Kai Partner,${at('kai')}`, `${email},,nowhere`];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['subject,name,email', ...rows].join('\n')),
  });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Import 2 guests' }).click(WHILE_A_JOB_RUNS);
  await page.getByRole('heading', { name: '2 guests were imported' }).waitFor(WHILE_A_JOB_RUNS);
  await accessible(tab);
  await page.getByRole('link', { name: 'Show guests' }).click();
  await page.getByRole('row', { name: /Kai Partner/ }).waitFor();

  await page.getByRole('link', { name: 'Invite guest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite guest' });
  await dialog.getByText(/goes out when the cycle opens/).waitFor();
  await dialog.getByRole('combobox', { name: 'About whom' }).fill('Ana Ruiz');
  await page.getByRole('option', { name: /Ana Ruiz/ }).click();
  await dialog.getByLabel('Name').fill('Rosa Cliente');
  await dialog.getByLabel('Email').fill(at('rosa'));
  await dialog.getByLabel('Language').selectOption({ label: 'Español' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('row', { name: /Rosa Cliente/ }).waitFor();
  await accessible(tab);
  expect(mailbox.mailsTo(at('marta'))).toEqual([]);

  await tab.open(`/cycles/${cycleId}`);
  await take(tab, 'Open');
  await answerAsGuest(at('marta'), '5', 'Shorter answers.', EN);
  await answerAsGuest(at('kai'), '4', 'Earlier answers.', EN);
  await answerAsGuest(at('rosa'), '3', 'Más calma.', ES);
  for (const { account, form, score } of employees) {
    const employee = await browser().tab({ slug: tenant.slug, account, width: PHONE });
    await employee.open(`/my-evaluations/${form}`);
    await employee.page.getByRole('group', { name: LISTENS }).getByRole('radio', { name: score }).check();
    await employee.page.getByRole('button', { name: 'Submit', exact: true }).click();
    await employee.page.getByText(/^Submitted on /).waitFor();
    await accessible(employee);
    await employee.close();
  }

  await tab.open(`/cycles/${cycleId}/guests`);
  for (const name of ['Marta Client', 'Kai Partner', 'Rosa Cliente'])
    await page.getByRole('row', { name }).getByText('Submitted').waitFor();
  await tab.open(`/cycles/${cycleId}`);
  await take(tab, 'Close');
  await page.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
  await take(tab, 'Publish results');
  await page.getByText(`The results of ${REVIEW} are published`).waitFor(WHILE_A_JOB_RUNS);
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('link', { name: 'Ana Ruiz', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Results of ${REVIEW}, Ana Ruiz` }).waitFor();
  const forHr = await reportOf(page.getByRole('button', { name: 'Download PDF' }));
  await tab.close();

  const subject = await browser().tab({ slug: tenant.slug, account: employees[0]?.account, width: PHONE });
  await subject.open(`/my-results/${cycleId}`);
  const forSubject = await reportOf(subject.page.getByRole('button', { name: 'Download PDF' }));
  await accessible(subject);
  await subject.close();
  for (const report of [forHr, forSubject]) {
    expect(report).toMatch(/Stakeholders .*4\.00/);
    expect(report).toContain('Shorter answers.');
    expect(report).toContain('Más calma.');
  }
  expect(forSubject).not.toMatch(/Marta|Kai|Rosa/);
});
