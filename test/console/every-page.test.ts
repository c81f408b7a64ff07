import { readFileSync } from 'node:fs';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import {
  allBytes,
  apiReads,
  type ConsolePage,
  consolePages,
  ownBytes,
  photoReads,
  type Tab,
  type TabOptions,
  useConsole,
} from './browser';
import { exampleAddresses } from './example-addresses';

const KB = 1_024;
/** What a page may cost. */
const SIGN_IN = { bytes: 130 * KB, requests: 6 };
const PAGE_BYTES = 70 * KB;
const WIDE_PAGE_BYTES = 140 * KB;
const WIDE_PAGES = new Set(['/nine-box', '/calibration', '/calibration/:id', '/templates/:id']);
const API_READS = 6;
const PHONE = 390;

const pages = consolePages();
const titles = (language: 'en' | 'es'): Record<string, string> =>
  (JSON.parse(readFileSync(`console/texts/${language}.json`, 'utf8')) as { pages: Record<string, string> }).pages;

/** Tabs by who visits: the files of the console come from the cache of the browser after the first page. */
const tabs = new Map<string, Promise<Tab>>();
// Before the browser closes, which would report them as tabs of failed tests.
afterAll(async () => {
  for (const tab of await Promise.all(tabs.values())) await tab.close();
});

const console_ = useConsole();
let tenant: TestTenant;
/** The employees of the accounts that open pages in each language. */
const employees = { en: '', es: '' };
let english: TestAccount;
let spanish: TestAccount;
let systemAdmin: TestAccount;

beforeAll(async () => {
  tenant = await makeTenant({ name: 'Åkerblom & Söhne <b>GmbH</b>' });
  await tenant.within(async () => {
    const departmentId = await makeDepartment('Operations');
    for (let at = 0; at < 12; at++) await makeEmployee({ departmentId });
    await makeEmployee({ firstName: '<img src=x onerror=alert(1)>', lastName: 'L'.repeat(100) });
    employees.en = (await makeEmployee({ departmentId }))._id;
    employees.es = (await makeEmployee({ departmentId }))._id;
    for (const managerId of Object.values(employees)) await makeEmployee({ departmentId, managerId });
  });
  const roles = [Role.TenantAdmin, Role.HRManager];
  english = await makeAccount(tenant.id, { roles, employeeId: employees.en, fullName: 'Ana García' });
  spanish = await makeAccount(tenant.id, { roles, employeeId: employees.es, fullName: 'Benito Ruiz', locale: 'es' });
  systemAdmin = await makeAccount(undefined, { roles: [Role.SystemAdmin] });
});

/** Opens a page in the tab of its visitor; `problems` are those of this page alone. */
async function visit(page: ConsolePage, language: 'en' | 'es', width?: number): Promise<Tab> {
  const options = { ...visitor(page, language), width };
  const key = JSON.stringify([options.slug, options.account?.id, width]);
  const opening = tabs.get(key) ?? console_().tab(options);
  tabs.set(key, opening);
  const tab = await opening;
  tab.problems.length = 0;
  await tab.open(await addressOf(page, language));
  return tab;
}

/** Who opens a page, and where. */
function visitor({ permission, scope }: ConsolePage, language: 'en' | 'es'): TabOptions {
  const locale = language === 'en' ? 'en-US' : 'es-ES';
  if (permission === 'public') return { slug: language === 'en' ? tenant.slug : undefined, locale };
  if (scope === 'platform') return { account: systemAdmin, locale };
  return { slug: tenant.slug, account: language === 'en' ? english : spanish, locale };
}

async function addressOf({ path }: ConsolePage, language: 'en' | 'es'): Promise<string> {
  if (!path.includes('/:')) return path;
  const example = exampleAddresses[path];
  if (!example) throw new Error(`Add an example of ${path} to test/console/example-addresses.ts.`);
  return example({ ...tenant, employeeId: employees[language] });
}

test('there are pages to visit', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/sign-in', '/', '/employees']));
});

describe.each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  test('shows its heading and title, within the budgets, without violations, accessible in both color schemes', async () => {
    const tab = await visit(page, 'en');
    const headings = await tab.page.locator('h1').allTextContents();
    expect(headings).toHaveLength(1);
    if (!path.includes('/:')) expect(headings).toEqual([titles('en')[page.title]]);
    expect(await tab.page.title()).toBe(headings[0]);

    const reads = apiReads(tab.requests);
    expect(reads).toEqual([...new Set(reads)]);
    expect(reads.length).toBeLessThanOrEqual(API_READS);
    const faces = photoReads(tab.requests).flatMap((read) => new URLSearchParams(read.split('?')[1]).getAll('ids'));
    expect(faces).toEqual([...new Set(faces)]);
    expect(await ownBytes(tab.requests)).toBeLessThanOrEqual(WIDE_PAGES.has(path) ? WIDE_PAGE_BYTES : PAGE_BYTES);

    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    const inTheDark = await tab.accessibilityProblems(['color-contrast']);
    await tab.page.emulateMedia({ colorScheme: 'light' });
    expect(inTheDark).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('speaks Spanish, and scrolls sideways on no phone', async () => {
    const tab = await visit(page, 'es', PHONE);
    if (!path.includes('/:')) expect(await tab.page.locator('h1').textContent()).toBe(titles('es')[page.title]);
    expect(await tab.page.evaluate<string>('document.documentElement.lang')).toBe('es');
    expect(await tab.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });
});

test('a sign-in costs at most 130 kB and 6 requests', async () => {
  const tab = await console_().tab({ slug: tenant.slug });
  await tab.open('/sign-in');
  expect(tab.requests.map(({ path }) => path).length).toBeLessThanOrEqual(SIGN_IN.requests);
  expect(await allBytes(tab.requests, '/sign-in')).toBeLessThanOrEqual(SIGN_IN.bytes);
  await tab.close();
});
