import type { Page } from 'playwright-core';
import { isPermission, mayPass, Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Box, boxesAfterLoad, differencesTo } from './boxes';
import { type ConsolePage, consolePages, type Tab, type TabOptions, useConsole } from './browser';
import { exampleAddresses } from './example-addresses';

// People sign in once and stay in one tab, where each page looks and works as after a fresh load.

/** An account that walks through all pages that the role may open. */
interface Walker {
  roles: Role[];
  isManager?: true;
  /** A role that opens most of the same pages and walks them all: of these, only every fifth is walked again. */
  beyond?: Role;
  /** Whether the account belongs to the platform. */
  isOperator?: true;
  /** Of the two orders in which the pages are opened. */
  seeds: [number, number];
}

const WALKERS: Readonly<Record<string, Walker>> = {
  'a user': { roles: [Role.User], seeds: [11, 12] },
  'a manager': { roles: [Role.User], isManager: true, beyond: Role.User, seeds: [21, 22] },
  'an HR manager': { roles: [Role.HRManager], seeds: [31, 32] },
  'a tenant administrator': { roles: [Role.TenantAdmin], beyond: Role.HRManager, seeds: [41, 42] },
  'a system administrator': { roles: [Role.SystemAdmin], isOperator: true, seeds: [51, 52] },
};
/** After so many visits the walk goes back and forward once. */
const BACK_EVERY = 6;
/** The walk itself is recorded: who opens a result leaves an entry. */
const QUIET_AUDIT_LOG = '/audit-log?entity=Plan';
/** What is not the same a moment later: onboarding is over, and the platform shows the jobs that the other walks leave waiting. */
const UNSTEADY = new Set(['/change-password', '/settings/onboarding', '/platform']);
const PAGE_CHANGES = 200;
const HEAP_GROWTH = 1.5;
/** A walk that finds so much is over: each difference is waited for. */
const MAX_FOUND = 3;

const console_ = useConsole();
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await makeTenant();
  await tenant.within(async () => {
    const departmentId = await makeDepartment('Operations');
    for (let at = 0; at < 4; at++) await makeEmployee({ departmentId });
  });
});

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const next = random(seed);
  return values
    .map((value) => ({ value, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** The addresses of the pages that the walker may open. */
async function addressesOf({ roles, isManager, beyond, isOperator }: Walker, employeeId: string): Promise<string[]> {
  const pages = consolePages().filter(
    ({ permission, scope, isForManagers }: ConsolePage) =>
      isPermission(permission) &&
      mayPass([...roles, Role.User], permission) &&
      scope !== (isOperator ? 'organization' : 'platform') &&
      (!isForManagers || isManager),
  );
  const isWalked = ({ permission, isForManagers }: ConsolePage, at: number): boolean =>
    beyond === undefined ||
    at % 5 === 0 ||
    isForManagers ||
    (isPermission(permission) && !mayPass([beyond, Role.User], permission));
  const addresses: string[] = [];
  for (const { path } of pages.filter(isWalked)) {
    if (UNSTEADY.has(path) || (isOperator && path === '/')) continue; // home leads an operator to the platform
    if (!path.includes('/:')) addresses.push(path === '/audit-log' ? QUIET_AUDIT_LOG : path);
    else if (!isOperator) addresses.push((await exampleAddresses[path]?.({ ...tenant, employeeId })) ?? path);
  }
  return addresses;
}

/** Goes to an address as people do: by the navigation, or by another link where the navigation has none. */
async function go(page: Page, address: string): Promise<void> {
  const link = page.locator(`#navigation a[href="${address}"]`);
  if ((await link.count()) > 0) await link.click();
  // A link of the console ends here too.
  else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
}

/** Bytes that the scripts of the page keep. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** What an element of a page is instead of what it is after a fresh load, by the way on which the page was reached. */
type Found = Record<string, string[]>;

/** Walks through pages in a tab, and compares each with its fresh load in another. */
async function walk(tab: Tab, loads: Tab, fresh: ReadonlyMap<string, Box[]>, seed: number): Promise<Found> {
  const found: Found = {};
  const compare = async (address: string, way: string): Promise<void> => {
    if ((await differencesTo(tab.page, fresh.get(address) ?? [])).length === 0) return;
    // What the page shows may have changed since it was loaded.
    const differences = await differencesTo(tab.page, await boxesAfterLoad(loads.page, address));
    if (differences.length > 0) found[`${address} ${way}`] = differences;
  };
  let before: string | undefined;
  let visits = 0;
  for (const address of shuffled([...fresh.keys()], seed)) {
    await go(tab.page, address);
    await compare(address, `after ${before ?? 'the first page'}`);
    if (before !== undefined && ++visits % BACK_EVERY === 0) {
      await tab.page.goBack();
      await compare(before, 'by going back');
      await tab.page.goForward();
      await compare(address, 'by going forward');
    }
    before = address;
    if (Object.keys(found).length >= MAX_FOUND) break;
  }
  return found;
}

/** A role's tab in the organization, and the addresses of all its pages. */
interface Start {
  walker: Walker;
  options: TabOptions;
  addresses: string[];
  tab: Tab;
}

async function accountOf({
  roles,
  isManager,
  isOperator,
}: Walker): Promise<{ account: TestAccount; employeeId: string }> {
  if (isOperator) return { account: await makeAccount(undefined, { roles }), employeeId: '' };
  const employeeId = await tenant.within(async () => {
    const { _id } = await makeEmployee();
    if (isManager) await makeEmployee({ managerId: _id });
    return _id;
  });
  return { account: await makeAccount(tenant.id, { roles, employeeId }), employeeId };
}

async function startOf(walker: Walker): Promise<Start> {
  const { account, employeeId } = await accountOf(walker);
  const addresses = await addressesOf(walker, employeeId);
  expect(addresses.length).toBeGreaterThan(3);
  const options = walker.isOperator ? { account } : { slug: tenant.slug, account };
  return { walker, options, addresses, tab: await console_().tab(options) };
}

/** Walks in two orders through all pages of a role. */
async function walkAll({ walker, options, addresses, tab }: Start): Promise<Found> {
  const loads = await console_().tab(options);
  const fresh = new Map<string, Box[]>();
  for (const address of addresses) {
    fresh.set(address, await boxesAfterLoad(loads.page, address));
  }

  await tab.open(addresses[0] ?? '/');
  const [first, second] = walker.seeds;
  const found = await walk(tab, loads, fresh, first);
  const heap = await heapOf(tab.page);
  Object.assign(found, await walk(tab, loads, fresh, second));
  if (walker.roles.includes(Role.HRManager)) {
    const order = shuffled(addresses, first + second);
    for (let at = addresses.length; at < PAGE_CHANGES; at++) {
      await go(tab.page, order[at % order.length] ?? '/');
      await tab.page.locator('main h1').waitFor();
    }
    expect(await heapOf(tab.page)).toBeLessThanOrEqual(heap * HEAP_GROWTH);
  }
  expect(tab.problems).toEqual([]);
  await tab.close();
  await loads.close();
  return found;
}

// Side by side, since a walk waits for most of its time, and only once everything is made that lists and logs show.
test('each role finds each page as after a fresh load, in any order, and the heap does not grow', async () => {
  const starts: [role: string, start: Start][] = [];
  for (const [role, walker] of Object.entries(WALKERS)) starts.push([role, await startOf(walker)]);
  const walks = starts.map(async ([role, start]) => [role, await walkAll(start)] as const);
  const found = Object.fromEntries(await Promise.all(walks));
  expect(found).toEqual(Object.fromEntries(starts.map(([role]) => [role, {}])));
});
