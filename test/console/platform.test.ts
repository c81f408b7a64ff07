import sharp from 'sharp';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { PlanModel } from '../../shared/platform/plan.model';
import { TenantModel } from '../../shared/platform/tenant.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { until } from '../support/until';
import { chooseAction, type Tab, useConsole } from './browser';

leaveNoPlatformMail();
const browser = useConsole({ worker: false });
let operator: TestAccount;
let tenant: TestTenant;
let tab: Tab;

beforeAll(async () => {
  operator = await makeAccount(undefined, { roles: [Role.SystemAdmin], fullName: 'Olga Vega' });
  tenant = await makeTenant({ name: 'Umbrella Iberia', timezone: 'Asia/Tokyo' });
});

beforeEach(async () => {
  tab = await browser().tab({ account: operator });
});

afterEach(async () => {
  expect(tab.problems).toEqual([]);
  await tab.close();
});

describe('the platform', () => {
  test('an operator’s home is the platform; its figures lead to their lists, and its queues to Bull Board', async () => {
    const { page } = tab;
    await tab.open('/');
    await page.getByRole('heading', { level: 1, name: 'Platform' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/platform');
    await page.getByRole('table').last().getByText('bulk').waitFor();
    await page.getByRole('link', { name: /Trial/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('Trial');
    await tab.open('/platform');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).hostname));
    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByText('bulk').first().waitFor();
    expect(asked.filter((host) => host !== 'localhost')).toEqual([]);
  });

  test('an organization is created with its administrator; a taken short name is said in the form', async () => {
    const { page } = tab;
    const slug = `new-${newId().slice(0, 8)}`;
    await tab.open('/platform/tenants');
    await page.getByRole('button', { name: 'New organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'New organization' });
    await dialog.getByLabel('Name', { exact: true }).fill('García & Ruiz');
    expect(await dialog.getByLabel('Short name').inputValue()).toBe('garcia-ruiz');
    await dialog.getByLabel('Short name').fill(tenant.slug);
    await dialog.getByRole('textbox', { name: 'Color (optional)' }).fill('#aa3300');
    await dialog.getByLabel('Administrator’s name').fill('Gavin Belson');
    await dialog.getByLabel('Administrator’s email').fill('gavin@nordwind.example');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Short name').fill(slug);
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await page
      .getByText('García & Ruiz has been created. An invitation is on its way to gavin@nordwind.example')
      .waitFor();
    await page.getByLabel('Search').fill(slug);
    await page
      .getByRole('row', { name: /García/ })
      .getByText('Not set up yet')
      .waitFor();
    const row = await TenantModel.findOne({ slug }).lean();
    expect([row?.status, row?.onboardingCompleted]).toEqual(['Trial', false]);
    expect(row?.settings.primaryColor).toBe('#aa3300');
  });

  test('its state changes after a question that says what follows, and its plan shows what is used', async () => {
    const { page } = tab;
    const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees: 4, maxCyclesPerYear: null });
    await tenant.within(() => makeEmployee({ firstName: 'Ana' }));
    await tab.open(`/platform/tenants?search=${tenant.slug}`);
    await chooseAction(page.getByRole('table'), 'Manage');
    const dialog = page.getByRole('dialog', { name: 'Manage organization' });
    await dialog.getByLabel('Plan').selectOption(plan.name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('1 of 4').waitFor();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    const question = page.getByRole('dialog', { name: /change the status to Suspended/ });
    await question.getByText('are refused within a second').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await question.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Umbrella Iberia is now: Suspended').waitFor();
    expect((await browser().service.call('get', '/api/my-profile', tenant.admin)).status).toBe(403);
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page
      .getByRole('dialog', { name: /to Active/ })
      .getByRole('button', { name: 'Activate' })
      .click();
    await page.getByText('Umbrella Iberia is now: Active').waitFor();
  });

  test('plans are made, changed and deleted, unless an organization has them', async () => {
    const { page } = tab;
    const name = `Plan ${newId()}`;
    await tab.open('/platform/plans');
    await page.getByRole('button', { name: 'New plan' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByLabel('Active employees').fill('-5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must not be negative').waitFor();
    await page.getByLabel('Active employees').fill('50');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('cell', { name: '50', exact: true }).waitFor();
    const stored = await PlanModel.findOne({ name }).lean();
    await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: stored?._id ?? null } });
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await chooseAction(row, 'Delete');
    await confirm.click();
    await page.getByRole('status').getByRole('alert').waitFor();
    await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: null } });
    await confirm.click();
    await row.waitFor({ state: 'detached' });
  });

  test('another operator is invited, and the platform’s mail server is tested', async () => {
    const { page } = tab;
    const email = `${newId()}@platform.example`;
    await tab.open('/platform/accounts?edit=new');
    await page.getByRole('dialog').getByLabel('Name').fill('Petra Sol');
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByText('Platform administrator')
      .waitFor();
    await tab.open('/platform/settings');
    await page.getByLabel('Emails are sent by').selectOption('The following mail server');
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill('1');
    await page.getByLabel('Sender’s address').fill('service@platform.example');
    await page.getByRole('form', { name: 'Mail server' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Emails are sent by the platform’s mail server.').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('alert').getByText('127.0.0.1').waitFor();
  });
});

describe('acting for an organization', () => {
  test('keeps to its addresses and data, says so, shows its images, and ends', async () => {
    const { page } = tab;
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
      .png()
      .toBuffer();
    await browser()
      .service.call('post', '/api/tenant-settings/logo', tenant.admin)
      .attach('file', image, 'logo.png')
      .expect(200);
    await tenant.within(() => makeEmployee({ firstName: 'Zoe', lastName: 'Umbrella' }));
    await tab.open(`/platform/tenants?search=${tenant.slug}`);
    await chooseAction(page.getByRole('table'), 'Act for this organization');
    const banner = page.getByRole('note');
    await banner.getByText(`You are acting for Umbrella Iberia (${tenant.slug}).`).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Employees', exact: true }).click();
    await page.getByText('Zoe Umbrella').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/as/${tenant.slug}/employees`);
    await tab.open(`/as/${tenant.slug}/settings`);
    const logo = page.getByRole('img', { name: 'Logo of Umbrella Iberia' });
    await until(() => logo.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0));
    expect(await logo.getAttribute('src')).toMatch(/^blob:/);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.open(`/as/${tenant.slug}/audit-log?event=settings.updated`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON lines' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('audit-log.ndjson');
    await page.getByText('logoFileId').waitFor();
    await banner.getByRole('link', { name: 'Stop acting' }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    expect(await page.getByRole('note').count()).toBe(0);
  });

  test('is for operators alone, and for organizations that exist', async () => {
    const hr = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const theirs = await browser().tab({ slug: tenant.slug, account: hr });
    await theirs.open(`/as/${tenant.slug}/employees`);
    await theirs.page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
    await theirs.close();
    await tab.open('/as/no-such-organization/employees');
    await tab.page.getByRole('alert').getByText('This organization does not exist.').waitFor();
  });
});
