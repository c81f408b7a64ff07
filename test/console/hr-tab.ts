import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type ConsoleBrowser, type Tab, useConsole } from './browser';

/** What the tests of a file find; each is called inside tests. */
interface Hr {
  browser: () => ConsoleBrowser;
  tenant: () => TestTenant;
  hr: () => TestAccount;
}

/** An organization with an HR manager, and a browser, for the tests of the file. */
export function useHr(options: Parameters<typeof useConsole>[0] = {}): Hr {
  const browser = useConsole(options);
  let tenant: TestTenant;
  let hr: TestAccount;
  beforeAll(async () => {
    tenant = await makeTenant();
    hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  });
  return { browser, tenant: () => tenant, hr: () => hr };
}

/** The same with a new tab for each test, which must end without problems. */
export function useHrTab(options: Parameters<typeof useConsole>[0] = {}): Hr & { tab: () => Tab } {
  const made = useHr(options);
  const { browser, tenant, hr } = made;
  let tab: Tab;
  beforeEach(async () => {
    tab = await browser().tab({ slug: tenant().slug, account: hr() });
  });
  afterEach(async () => {
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
  return { ...made, tab: () => tab };
}
