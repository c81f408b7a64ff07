import type { Page } from 'playwright-core';
import { isPermission, mayPass, Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Box, boxesAfterLoad, differencesTo } from './boxes';
import { type ConsolePage, consolePages, type Tab, useConsole } from './browser';
import { exampleAddresses } from './example-addresses';

// console.md 8: people sign in once and stay in one tab, where each page looks and works as after a fresh load.

/** An account that walks through all pages that the role may open. */
interface Walker {
  roles: Role[];
  isManager?: true;
  /** Whether the account belongs to the platform. */
  isOperator?: true;
  /** Of the two orders in which the pages are opened. */
  seeds: [number, number];
}

const WALKERS: Readonly<Record<string, Walker>> = {
  'a user': { roles: [Role.User], seeds: [11, 12] },
  'a manager': { roles: [Role.User], isManager: true, seeds: [21, 22] },
  'a system administrator': { roles: [Role.SystemAdmin], isOperator: true, seeds: [51, 52] },
};
/** After so many visits the walk goes back and forward once. */
const BACK_EVERY = 6;
/** A walk that finds so much is over: each difference is waited for. */
const MAX_FOUND = 3;
/** Some hundred pages; a busy machine breaks no test. */
const TIMEOUT_MS = 600_000;

const console_ = useConsole();
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await makeTenant();
  await tenant.within(async () => {
    const departmentId = await makeDepartment('Operations');
    for (let at = 0; at < 4; at++) await makeEmployee({ departmentId });
  });
}, 60_000);

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
async function addressesOf({ roles, isManager, isOperator }: Walker, employeeId: string): Promise<string[]> {
  const pages = consolePages().filter(
    ({ permission, scope, isForManagers }: ConsolePage) =>
      isPermission(permission) &&
      mayPass([...roles, Role.User], permission) &&
      scope !== (isOperator ? 'organization' : 'platform') &&
      (!isForManagers || isManager),
  );
  const addresses: string[] = [];
  for (const { path } of pages) {
    // Home leads an operator to the platform, and onboarding is over.
    if (path === '/change-password' || path === '/settings/onboarding' || (isOperator && path === '/')) continue;
    if (!path.includes('/:')) addresses.push(path);
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

/** Walks through pages in a tab, and compares each with its fresh load. */
async function walk(tab: Tab, fresh: ReadonlyMap<string, Box[]>, seed: number): Promise<void> {
  const found: Record<string, string[]> = {};
  const compare = async (address: string, way: string): Promise<void> => {
    const differences = await differencesTo(tab.page, fresh.get(address) ?? []);
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
  expect(found).toEqual({});
  expect(tab.problems).toEqual([]);
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

test.each(Object.entries(WALKERS))(
  '%s finds each page as after a fresh load, in any order',
  async (_name, walker) => {
    const { account, employeeId } = await accountOf(walker);
    const addresses = await addressesOf(walker, employeeId);
    expect(addresses.length).toBeGreaterThan(5);
    const options = walker.isOperator ? { account } : { slug: tenant.slug, account };

    const loads = await console_().tab(options);
    const fresh = new Map<string, Box[]>();
    for (const address of addresses) {
      fresh.set(address, await boxesAfterLoad(loads.page, address));
    }
    await loads.close();

    const tab = await console_().tab(options);
    await tab.open(addresses[0] ?? '/');
    const [first, second] = walker.seeds;
    await walk(tab, fresh, first);
    await walk(tab, fresh, second);
    await tab.close();
  },
  TIMEOUT_MS,
);
