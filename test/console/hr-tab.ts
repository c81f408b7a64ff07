import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole } from './browser';

/** What the tests of a file find; each is called inside tests. */
interface HrTab {
  tenant: () => TestTenant;
  hr: () => TestAccount;
  /** A new tab for each test. */
  tab: () => Tab;
}

/** An organization with an HR manager for the tests of the file, each in a tab that must end without problems. */
export function useHrTab(options: Parameters<typeof useConsole>[0] = {}): HrTab {
  const browser = useConsole(options);
  let tenant: TestTenant;
  let hr: TestAccount;
  let tab: Tab;
  beforeAll(async () => {
    tenant = await makeTenant();
    hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  });
  beforeEach(async () => {
    tab = await browser().tab({ slug: tenant.slug, account: hr });
  });
  afterEach(async () => {
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
  return { tenant: () => tenant, hr: () => hr, tab: () => tab };
}
