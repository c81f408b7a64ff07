import sharp from 'sharp';
import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { until } from '../support/until';
import { photoReads, useConsole } from './browser';

const browser = useConsole();
const SIDE = 60;
const PHONE = 390;
let tenant: TestTenant;
let hr: TestAccount;
/** Whom Zoë manages, with a photo, and who has none. */
let ana: string;
let luis: string;
let zoe: string;
let cycleId: string;

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const manager = await makeEmployee(tenant, { firstName: 'Zoë', lastName: 'van der Berg' });
  const shown = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'Shown', managerId: manager._id });
  const none = await makeEmployee(tenant, {
    firstName: 'Luis Fernando',
    lastName: 'None Prado',
    managerId: manager._id,
  });
  const evaluators = [
    { type: EvaluatorType.Self, rating: 3 },
    { type: EvaluatorType.Manager, rating: 3, potential: 3, comment: 'Listens well' },
  ];
  const subjects = [shown, none].map((employee) => ({ employee, evaluators }));
  const { cycle } = await makeEvaluatedCycle(tenant, { cycle: { name: 'Review A' }, subjects });
  const gaps = { state: GapsState.Calculated, runId: newId(), calculatedAt: now() };
  await tenant.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { gaps } }));
  [ana, luis, zoe, cycleId] = [shown._id, none._id, manager._id, cycle._id];
  const teal = { create: { width: SIDE, height: SIDE, channels: 3, background: 'teal' } } as const;
  const stored = await browser()
    .service.call('post', `/api/employees/${ana}/photo`, tenant.hr)
    .attach('file', await sharp(teal).png().toBuffer(), 'photo.png');
  expect(stored.status).toBe(200);
});

/** Side of the images that the API answers. */
const DRAWN = 64;

const pages: [name: string, address: () => string][] = [
  ['participants', () => `/cycles/${cycleId}/participants`],
  ['the results of a cycle', () => `/cycles/${cycleId}/results`],
  ['the heading of the results of one subject', () => `/cycles/${cycleId}/results/${ana}`],
  ['the nine-box', () => `/nine-box?cycle=${cycleId}`],
];
test.each(pages)('%s: the photo of who has one, initials of the others, for one request', async (_name, address) => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(address());
  await page.locator('main img').first().waitFor();
  const drawn = `[...document.querySelectorAll('main img')].every((image) => image.naturalWidth === ${DRAWN})`;
  await until(() => page.evaluate<boolean>(drawn));
  if (!address().endsWith(ana)) await page.locator('main [data-initials="LN"]').first().waitFor();
  expect([photoReads(tab.requests).length, tab.requests.filter(({ type }) => type === 'image')]).toEqual([1, []]);
  expect(await tab.accessibilityProblems()).toEqual([]);
  await page.setViewportSize({ width: PHONE, height: 844 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('"Go to…" shows the photo too; once it is removed, the initials take its place', async () => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${cycleId}/results/${ana}`);
  await page.locator('h1 img').waitFor();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('Ana Sh');
  const found = palette.getByRole('option', { name: 'Ana Shown' });
  await found.locator('img').waitFor();
  await found.click();
  await page.getByRole('heading', { level: 1, name: 'Ana Shown' }).locator('img').waitFor();
  await page.getByRole('button', { name: 'Delete photo' }).click();
  await page.locator('h1 [data-initials="AS"]').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Review A' }).locator('[data-initials="AS"]').waitFor();
  expect(photoReads(tab.requests)).toHaveLength(2);
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('a manager sees initials, and asks for no photo', async () => {
  const manager = await makeAccount(tenant.id, { employeeId: zoe, fullName: 'Zoë van der Berg' });
  const tab = await browser().tab({ slug: tenant.slug, account: manager });
  await tab.open('/team');
  await tab.page.locator('header [data-initials="ZV"]').waitFor();
  await tab.page.locator('main [data-initials="AS"]').waitFor();
  await tab.open(`/cycles/${cycleId}/results/${luis}`);
  await tab.page.locator('h1 [data-initials="LN"]').waitFor(); // as HR sees them
  expect(tab.requests.filter(({ path }) => path.includes('/photo'))).toEqual([]);
  expect(tab.problems).toEqual([]);
  await tab.close();
});
