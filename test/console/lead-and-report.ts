import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { newId } from '../../shared/kernel/ids';
import type { Employee } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole } from './browser';

export let browser: ReturnType<typeof useConsole>;
export let tenant: TestTenant;
export let lead: Employee;
export let ana: Employee;
export let accounts: { lead: TestAccount; ana: TestAccount };

/** An organization with Luis and his direct report Ana, for the tests of the file. */
export function setUpLeadAndReport(): void {
  const own = useConsole({ worker: false });
  beforeAll(async () => {
    browser = own;
    tenant = await makeTenant();
    lead = await makeEmployee(tenant, { firstName: 'Luis', lastName: 'Pérez' });
    ana = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'García', managerId: lead._id });
    accounts = {
      lead: await makeAccount(tenant.id, { employeeId: lead._id, fullName: 'Luis Pérez' }),
      ana: await makeAccount(tenant.id, { employeeId: ana._id, fullName: 'Ana García' }),
    };
  });
}

export const PHONE = 390;
export async function open(address: string, account = accounts.ana, width?: number): Promise<Tab> {
  const tab = await browser().tab({ slug: tenant.slug, account, ...(width === undefined ? {} : { width }) });
  await tab.open(address);
  return tab;
}

export const heading = (tab: Tab, name: string) =>
  tab.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Ana's results of a cycle: with requirements, and a group of two peers that is too small to be shown. */
export async function makeResults(name: string, resultsPublishedAt: Date | null): Promise<string> {
  const { Self, Manager, Peer } = EvaluatorType;
  const requirements = ['Communication', 'Systems design', 'Coaching'].map((requirement) => {
    return { requirementId: newId(), requirement, requiredLevel: 4, isCritical: false };
  });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Closed, name, resultsPublishedAt },
    subjects: [
      {
        employee: ana,
        requirements,
        evaluators: [
          { type: Self, rating: 5 },
          { type: Manager, evaluatorId: lead._id, rating: 3, comment: 'Asks good questions.' },
          { type: Peer, rating: 2, comment: 'Told in confidence.' },
          { type: Peer, rating: 1 },
        ],
      },
    ],
  });
  return cycle._id;
}
