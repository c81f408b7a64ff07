import type { Page } from 'playwright-core';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { temporaryPasswordIn, useMailbox } from '../support/mailbox';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { chooseAction, goByNavigation, type Tab, type TabOptions, useConsole, WHILE_A_JOB_RUNS } from './browser';

leaveNoPlatformMail();
const browser = useConsole();
const mailbox = useMailbox();
const slug = `day-${newId().slice(0, 8)}`;
const PHONE = 390;
const PLAN = 'Growing into a lead';
const REASON = 'Compared with others in the same role.';
const AUDITED = [
  'API key created',
  'Results published',
  'Calibration applied',
  'Evaluation submitted',
  'State of a cycle changed',
  'Employees imported',
];
const STAFF = [
  'firstname,lastname,email,manager',
  'Marta,Gil,marta@acme.example,',
  'Luis,Ruiz,luis@acme.example,marta@acme.example',
].join('\n');

let operator: TestAccount;
const tabs: Tab[] = [];

beforeAll(async () => {
  operator = await makeAccount(undefined, { roles: [Role.SystemAdmin], fullName: 'Olga Vega' });
  await mailbox.connect(PLATFORM_SCOPE);
});

/** Opens a tab in front of someone; what goes wrong in it fails the test at its end. */
async function sit(options: TabOptions): Promise<Page> {
  const tab = await browser().tab(options);
  tabs.push(tab);
  return tab.page;
}

/** Signs in for the first time: with the temporary password of the mail, then with a password of one's own. */
async function enter(page: Page, email: string): Promise<void> {
  await mailbox.mailTo(email);
  // The invitation came first; others may have followed.
  const temporary = temporaryPasswordIn(mailbox.mailsTo(email)[0]);
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(temporary);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Choose a new password');
  await page.getByLabel('New password').fill(`quiet-harbor-${newId().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Save' }).click();
}

const widthOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

async function go(page: Page, name: string): Promise<void> {
  await goByNavigation(page, name);
  await heading(page, name);
}

/** Takes a step of a cycle, and says yes to its question. */
async function take(page: Page, step: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: step, exact: true }) });
  await row.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The SystemAdmin makes an organization, whose administrator is mailed. */
async function makeOrganization(platform: Page): Promise<void> {
  await platform.goto('/platform/tenants?edit=new');
  const dialog = platform.getByRole('dialog', { name: 'New organization' });
  await dialog.getByLabel('Name', { exact: true }).fill('Acme');
  await dialog.getByLabel('Short name').fill(slug);
  await dialog.getByLabel('Administrator’s name').fill('Berta Sanz');
  await dialog.getByLabel('Administrator’s email').fill('berta@acme.example');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The administrator sets the organization up, and invites HR. */
async function setUp(admin: Page): Promise<void> {
  await enter(admin, 'berta@acme.example');
  await heading(admin, 'Set up your organization');
  const organization = admin.getByRole('form', { name: 'Name, language and time zone' });
  await organization.getByLabel('Time zone').selectOption('Europe/Madrid');
  await organization.getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('button', { name: 'Finish setup' }).click();
  await heading(admin, 'Home');
  await go(admin, 'Users');
  await admin.getByRole('button', { name: 'Invite user' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Hugo Rey');
  await admin.getByRole('dialog').getByLabel('Email').fill('hugo@acme.example');
  await admin.getByLabel('HR manager').check();
  await admin.getByRole('button', { name: 'Send invitation' }).click();
}

/** HR imports and invites the employees, writes the questions, and opens a cycle. */
async function openCycle(hr: Page): Promise<void> {
  await enter(hr, 'hugo@acme.example');
  await heading(hr, 'Home');
  await go(hr, 'Employees');
  await hr.getByRole('link', { name: 'Import CSV' }).click();
  await hr.getByLabel('CSV file').setInputFiles({ name: 's.csv', mimeType: 'text/csv', buffer: Buffer.from(STAFF) });
  await hr.getByRole('button', { name: 'Check' }).click();
  await hr.getByRole('button', { name: 'Import 2 employees' }).click();
  await hr.getByText('New employees can sign in once you invite them').waitFor();
  await hr.getByRole('link', { name: 'Show employees' }).click();
  await invite(hr, 'Luis Ruiz', 'luis@acme.example');
  await go(hr, 'Evaluation templates');
  await hr.getByRole('link', { name: 'New template' }).click();
  await hr.getByLabel('Name', { exact: true }).fill('First questions');
  await hr.getByLabel('Title of section 1').fill('Work');
  await hr.getByLabel('Question or statement').fill('Keeps promises.');
  await hr.getByRole('button', { name: 'Save' }).click();
  await heading(hr, 'First questions');
  await go(hr, 'Evaluation cycles');
  await hr.getByRole('link', { name: 'New cycle' }).click();
  await hr.getByLabel('Name', { exact: true }).fill('First review');
  await hr.getByLabel('Template').selectOption({ label: 'First questions' });
  await hr.getByRole('button', { name: 'Create cycle' }).click();
  await heading(hr, 'First review');
  await take(hr, 'Generate evaluations');
  await hr.getByText('2 subjects with 3 evaluations asked for.').waitFor();
  await hr.getByRole('button', { name: 'Open', exact: true }).click();
  await hr.getByText('1 active employee has no account and cannot answer until you invite them.').waitFor();
  await hr.getByRole('link', { name: 'Invite them' }).click();
  await heading(hr, 'Employees');
  await invite(hr, 'Marta Gil', 'marta@acme.example');
  await hr.goBack();
  await heading(hr, 'First review');
  await take(hr, 'Open');
  await hr.getByText('First review is open').waitFor();
}

async function invite(hr: Page, name: string, email: string): Promise<void> {
  // The row of Luis names his manager too.
  const row = hr.getByRole('row').filter({ has: hr.getByRole('link', { name, exact: true }) });
  await chooseAction(row, 'Invite');
  await hr.getByText(`An invitation is on its way to ${email}`).waitFor();
}

/** Answers the evaluation of Luis, whose page has that title for who answers, and submits it. */
async function evaluateLuis(page: Page, title: string): Promise<void> {
  await page.goto('/my-evaluations');
  await page
    .getByRole('row', { name: /Luis Ruiz/ })
    .getByRole('link')
    .click();
  await heading(page, title);
  await page.getByRole('radio').nth(3).check();
  await page.getByText(/^Saved \d/).waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Your answers can no longer be changed').waitFor();
}

/** An employee writes a development plan, and submits it. */
async function writePlan(employee: Page): Promise<void> {
  await employee.goto('/my-development');
  await employee.getByRole('button', { name: 'New plan' }).click();
  const dialog = employee.getByRole('dialog');
  await dialog.getByLabel('Title').fill(PLAN);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await employee.getByRole('button', { name: 'Add action' }).click();
  await dialog.getByLabel('What will be done').fill('Lead the weekly planning');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await employee.getByRole('heading', { level: 3, name: 'Lead the weekly planning' }).waitFor();
  await employee.getByRole('button', { name: 'Submit for approval' }).click();
  await employee.getByText('Marta Gil decides.').waitFor();
}

/** The manager evaluates the report, and approves the plan. */
async function lead(manager: Page): Promise<void> {
  await enter(manager, 'marta@acme.example');
  await heading(manager, 'Home');
  await evaluateLuis(manager, 'Evaluation of Luis Ruiz');
  await go(manager, 'My team');
  await manager.getByRole('button', { name: `Approve “${PLAN}”` }).click();
  await manager.getByText('No development plan waits for your approval.').waitFor();
}

/** HR closes the cycle, calibrates a score with a reason, and publishes the results. */
async function publish(hr: Page): Promise<void> {
  await take(hr, 'Close');
  await hr.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
  await go(hr, 'Calibration');
  await hr.getByRole('link', { name: 'New session' }).first().click();
  const creation = hr.getByRole('dialog', { name: 'New session' });
  await creation.getByLabel('Name').fill('First calibration');
  await creation.getByRole('button', { name: 'Create' }).click();
  await heading(hr, 'First calibration');
  await hr.getByRole('link', { name: 'Scores' }).click();
  const row = hr.getByRole('row', { name: /Luis Ruiz/ });
  await chooseAction(row, 'Move to…');
  const move = hr.getByRole('dialog', { name: 'Move Luis Ruiz to…' });
  await move.getByLabel('Calibrated score').fill('4.5');
  await move.getByLabel('Reason').fill(REASON);
  await move.getByRole('button', { name: 'Save' }).click();
  await row.getByText('4.50').waitFor();
  await hr.getByRole('button', { name: 'Apply', exact: true }).click();
  await hr.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await hr.getByText('Applied on').waitFor();
  await go(hr, 'Evaluation cycles');
  await hr.getByRole('link', { name: 'First review' }).click();
  await heading(hr, 'First review');
  await take(hr, 'Publish results');
  await hr.getByText('The results of First review are published').waitFor(WHILE_A_JOB_RUNS);
}

/** An employee reads the results, and the decision about the plan. */
async function readResults(employee: Page): Promise<void> {
  await employee.goto('/my-results');
  await employee.getByRole('link', { name: 'First review' }).click();
  await heading(employee, 'Results of First review');
  await employee.getByText('4.50').first().waitFor();
  await employee.getByRole('button', { name: 'Acknowledge' }).click();
  await employee.getByText(/^You acknowledged these results on/).waitFor();
  await employee.goto('/my-development');
  await employee.getByText(/^Approved on .* by Marta Gil$/).waitFor();
}

/** The administrator makes a key for the BI tool, and reads the audit log. */
async function administer(admin: Page): Promise<void> {
  await admin.goto('/api-keys?edit=new');
  await admin.getByLabel('Name').fill('Power BI');
  await admin.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = await admin.getByLabel('Key', { exact: true }).inputValue();
  expect((await browser().service.call('get', '/api/v1/ping').set('X-Api-Key', key)).status).toBe(200);
  await admin.goto('/audit-log');
  for (const event of AUDITED)
    await admin
      .getByRole('row', { name: new RegExp(event) })
      .first()
      .waitFor();
  await admin.getByRole('button', { name: 'Verify' }).click();
  await admin.getByText('The log is intact').waitFor();
}

/** The operator looks at the queues, by the console's way in. */
async function watchQueues(platform: Page): Promise<void> {
  await platform.goto('/platform');
  await platform.getByRole('link', { name: 'Queues' }).click();
  await platform.getByRole('link', { name: /bulk/ }).first().click();
  await platform.getByText('people.import-employees').first().waitFor();
}

test('an organization’s first day, in the browser alone', async () => {
  const platform = await sit({ account: operator });
  await makeOrganization(platform);
  const admin = await sit({ slug });
  await setUp(admin);
  const hr = await sit({ slug });
  await openCycle(hr);
  const employee = await sit({ slug, width: PHONE });
  await enter(employee, 'luis@acme.example');
  await heading(employee, 'Home');
  await evaluateLuis(employee, 'Your own evaluation');
  expect(await widthOf(employee)).toBeLessThanOrEqual(PHONE);
  await writePlan(employee);
  expect(await widthOf(employee)).toBeLessThanOrEqual(PHONE);
  await lead(await sit({ slug }));
  await publish(hr);
  await readResults(employee);
  expect(await widthOf(employee)).toBeLessThanOrEqual(PHONE);
  await administer(admin);
  await watchQueues(platform);
  expect(tabs.flatMap(({ problems }) => problems)).toEqual([]);
  await Promise.all(tabs.map((tab) => tab.close()));
});
