import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Guest, GuestModel } from '../../shared/evaluation/guests/guest.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import type { EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { GuestsAllowed } from '../../shared/platform/guests-allowed';
import { makeAccount, type TestAccount } from '../factories/account';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { allowGuests, makeGuest, PRIVACY_URL, tokenOfGuest } from '../factories/guest';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useMailbox } from '../support/mailbox';
import { chooseAction, type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

// Guests: invited by HR in the console, answering on a phone by the link of the email, without an account.

const PHONE = 390;
const LISTENS = 'Listens before deciding';
const browser = useConsole();
const mailbox = useMailbox();
let tenant: TestTenant;
let hr: TestAccount;
let template: EvaluationTemplate;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme', locale: 'en' });
  await mailbox.connect(tenant.id);
  await allowGuests(tenant);
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  template = await makeTemplate(tenant, { items: [templateItem({ text: LISTENS })] });
});

async function openCycle(firstName: string): Promise<EvaluatedCycle> {
  const employee = await makeEmployee(tenant, { firstName, lastName: 'Ruiz' });
  return makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, name: `Review of ${firstName}`, endDate: '2031-12-31' },
    template,
    subjects: [{ employee, evaluators: [{ type: EvaluatorType.Self }] }],
  });
}

async function invite(cycle: EvaluatedCycle, email: string, locale: string | null = null): Promise<string> {
  const body = {
    cycleId: cycle.cycle._id,
    subjectId: cycle.subjects[0]?.employee._id,
    guest: { email, name: 'Marta Client', locale },
  };
  const made = await browser().service.call('post', '/api/peer-assignments', tenant.hr).send(body).expect(201);
  return made.body.evaluatorId;
}

const visit = (locale = 'en-US'): Promise<Tab> => browser().tab({ slug: tenant.slug, width: PHONE, locale });

async function done(tab: Tab): Promise<void> {
  expect([await tab.accessibilityProblems(), tab.problems]).toEqual([[], []]);
  await tab.close();
}

test('HR invites a guest, who answers by the link of the email, comes back to it and submits', async () => {
  const { cycle, subjects } = await openCycle('Ana');
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(`/cycles/${cycle._id}/participants`);
  await tab.page.getByRole('link', { name: 'Guests' }).click();
  await tab.page.getByText('No guests yet.').waitFor();
  await tab.page.getByRole('link', { name: 'Invite guest' }).click();
  const dialog = tab.page.getByRole('dialog', { name: 'Invite guest' });
  await dialog.getByText(/goes out at once/).waitFor();
  await dialog.getByRole('combobox', { name: 'About whom' }).focus();
  await dialog.getByRole('option', { name: /Ana Ruiz/ }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await tab.page.getByRole('link', { name: 'Invite guest' }).click();
  const email = `marta@${tenant.slug}.example`;
  const subject = dialog.getByRole('combobox', { name: 'About whom' });
  await subject.fill('Ana Ruiz');
  await tab.page.getByRole('option', { name: /Ana Ruiz/ }).waitFor();
  await subject.press('ArrowDown');
  await subject.press('Enter');
  expect(await dialog.getByRole('option', { name: /Ana Ruiz/ }).count()).toBe(0);
  expect(await subject.inputValue()).toBe('Ana Ruiz');
  await dialog.getByLabel('Name').fill('Marta Client');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await tab.page.getByRole('row', { name: /Marta Client/ }).waitFor();
  const mail = await mailbox.mailTo(email);
  const link = new URL(/https?:\/\/\S+#\S+/.exec(mail.text)?.[0] ?? '');

  const guest = await visit();
  await guest.open(link.pathname + link.hash);
  await guest.page.getByRole('heading', { level: 1, name: 'Acme asks for your opinion' }).waitFor();
  await guest.page.getByText('This page is for Marta Client.').waitFor();
  await guest.page.getByText(/Please answer by/).waitFor();
  expect(await guest.page.getByRole('link', { name: /personal data/ }).getAttribute('href')).toBe(PRIVACY_URL);
  expect(await guest.page.getByRole('navigation').count()).toBe(0);
  expect(new URL(guest.page.url()).hash).toBe('');
  await guest.page.getByRole('button', { name: 'Answer: Ana Ruiz' }).click();
  await guest.page.getByText(/HR reads your scores and comments with your name/).waitFor();
  await guest.page.getByRole('group', { name: LISTENS }).getByRole('radio', { name: '4' }).check();
  await guest.page.getByText(/^Saved /).waitFor();
  expect(await guest.accessibilityProblems()).toEqual([]);

  const again = await visit(); // another device, the same link
  await again.open(link.pathname + link.hash);
  await again.page.getByRole('button', { name: 'Continue: Ana Ruiz' }).click();
  const choice = again.page.getByRole('group', { name: LISTENS }).getByRole('radio', { name: '4' });
  expect(await choice.isChecked()).toBe(true);
  await again.page.getByRole('button', { name: 'Submit' }).click();
  await again.page.getByRole('heading', { level: 1, name: 'All done' }).waitFor();
  await done(again);
  await done(guest);
  const about = { cycleId: cycle._id, subjectId: subjects[0]?.employee._id ?? '' };
  const row = await tenant.within(() =>
    ParticipantModel.findOne({ ...about, evaluatorType: EvaluatorType.Stakeholder })
      .lean<Participant>()
      .exec(),
  );
  expect(row?.status).toBe(ParticipantStatus.Submitted);
  await tab.open(`/cycles/${cycle._id}/guests`);
  const line = tab.page.getByRole('row', { name: /Marta Client/ });
  await line.getByText('Submitted').waitFor();
  await tab.close();
});

test('a guest declines in Spanish, and HR reads why', async () => {
  const cycle = await openCycle('Eva');
  const id = await invite(cycle, `rosa@${tenant.slug}.example`, 'es');
  const guest = await visit('es-ES');
  await guest.open(`/guest#${await tokenOfGuest(tenant, id)}`);
  await guest.page.getByRole('heading', { level: 1, name: 'Acme le pide su opinión' }).waitFor();
  await guest.page.getByRole('button', { name: 'Declinar: Eva Ruiz' }).click();
  const dialog = guest.page.getByRole('dialog');
  await dialog.getByLabel(/Motivo/).fill('Apenas nos conocemos.');
  await dialog.getByRole('button', { name: 'Declinar' }).click();
  await guest.page.getByText('Ya no se le pregunta nada.').waitFor();
  await done(guest);
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(`/cycles/${cycle.cycle._id}/guests`);
  await tab.page
    .getByRole('row', { name: /Declined/ })
    .getByText('Apenas nos conocemos.')
    .waitFor();
  await done(tab);
});

test('wrong, replaced, withdrawn, ended and erased each end at a page that says so', async () => {
  const cycle = await openCycle('Ina');
  const email = `kai@${tenant.slug}.example`;
  const id = await invite(cycle, email);
  const token = await tokenOfGuest(tenant, id);
  const says = async (hash: string, text: RegExp): Promise<void> => {
    const tab = await visit();
    await tab.open(`/guest${hash}`);
    await tab.page.getByRole('alert').getByText(text).waitFor();
    await done(tab);
  };
  await says('', /Open the link of your email once more/);
  await says('#nothing', /not valid, or a newer email replaced it/);
  await says(`#${token.slice(0, -4)}AAAA`, /not valid, or a newer email replaced it/);
  const elsewhere = await makeTenant({ name: 'Elsewhere' });
  await says(`#${await tokenOfGuest(elsewhere, (await makeGuest(elsewhere)).id)}`, /not valid, or a newer email/);
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(`/cycles/${cycle.cycle._id}/guests`);
  await chooseAction(tab.page.getByRole('row', { name: /Marta Client/ }), 'Send again');
  await tab.page.getByText(/gets a new link/).waitFor();
  await says(`#${token}`, /a newer email replaced it/);
  const fresh = await tokenOfGuest(tenant, id);
  await chooseAction(tab.page.getByRole('row', { name: /Marta Client/ }), 'Withdraw');
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await tab.page.getByRole('row', { name: /Withdrawn/ }).waitFor();
  await done(tab);
  await says(`#${fresh}`, /no longer needed/);

  const other = await invite(cycle, `ida@${tenant.slug}.example`);
  const page = await visit();
  await page.open(`/guest#${await tokenOfGuest(tenant, other)}`);
  await page.page.getByRole('button', { name: 'Delete my data' }).click();
  await page.page.getByRole('dialog').getByRole('button', { name: 'Delete my data' }).click();
  await page.page
    .getByRole('alert')
    .getByText(/Your data was deleted/)
    .waitFor();
  await page.close();
  const erased = await tenant.within(() => GuestModel.findById(other).orFail().lean<Guest>().exec());
  expect([erased.name, erased.email]).toEqual([null, null]);

  const third = await invite(cycle, `eva@${tenant.slug}.example`);
  const token3 = await tokenOfGuest(tenant, third);
  const admin = await browser().tab({
    slug: tenant.slug,
    account: await makeAccount(tenant.id, { roles: [Role.TenantAdmin] }),
  });
  await admin.open(`/cycles/${cycle.cycle._id}/guests`);
  await chooseAction(admin.page.getByRole('row', { name: /eva@/ }), 'Delete data');
  await admin.page
    .getByRole('dialog')
    .getByText(/Submitted answers stay without the name/)
    .waitFor();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click();
  await admin.page.getByText('The data of the guest is deleted').waitFor(WHILE_A_JOB_RUNS);
  await admin.page.getByRole('row', { name: /eva@/ }).waitFor({ state: 'detached' });
  await done(admin);
  await says(`#${token3}`, /Your data was deleted/);

  const last = await invite(cycle, `max@${tenant.slug}.example`);
  const close = `/api/evaluation-cycles/${cycle.cycle._id}/status/Closed`;
  await browser().service.call('post', close, tenant.hr).expect(200);
  await says(`#${await tokenOfGuest(tenant, last)}`, /This evaluation is over/);
});

test('a manager invites a guest about a direct report from “My team”', async () => {
  await allowGuests(tenant, GuestsAllowed.HRAndManagers);
  const manager = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Lead' });
  const report = await makeEmployee(tenant, { firstName: 'Rui', lastName: 'Costa', managerId: manager._id });
  const account = await makeAccount(tenant.id, { employeeId: manager._id });
  await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, name: 'Review of the team', endDate: '2031-12-31' },
    template,
    subjects: [{ employee: report, evaluators: [{ type: EvaluatorType.Self }] }],
  });
  const tab = await browser().tab({ slug: tenant.slug, account });
  await tab.open('/team');
  await tab.page.getByRole('link', { name: 'Invite a guest about Rui Costa' }).click();
  const dialog = tab.page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Otto Client');
  const email = `otto@${tenant.slug}.example`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await tab.page.getByText('Otto Client is a guest of this cycle').waitFor();
  expect((await mailbox.mailTo(email)).headers.get('subject')).toBe('Acme asks for your opinion: Rui Costa');
  await done(tab);
});

test('while guests are switched off, their page says so and leads an administrator to the setting', async () => {
  const other = await makeTenant();
  const cycle = await makeEvaluatedCycle(other, {
    cycle: { status: CycleStatus.Open },
    subjects: [{ employee: await makeEmployee(other), evaluators: [{ type: EvaluatorType.Self }] }],
  });
  const open = async (role: Role): Promise<Tab> => {
    const tab = await browser().tab({ slug: other.slug, account: await makeAccount(other.id, { roles: [role] }) });
    await tab.open(`/cycles/${cycle.cycle._id}/guests`);
    await tab.page.getByText(/Guests are switched off/).waitFor();
    expect(await tab.page.getByRole('link', { name: 'Invite guest' }).count()).toBe(0);
    return tab;
  };
  const manager = await open(Role.HRManager);
  await manager.page.getByText(/An administrator can switch them on/).waitFor();
  await done(manager);
  const admin = await open(Role.TenantAdmin);
  await admin.page.getByRole('link', { name: 'Switch guests on in Settings' }).click();
  await admin.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await admin.page.locator('h2:focus', { hasText: 'Guests' }).waitFor();
  await done(admin);
});
