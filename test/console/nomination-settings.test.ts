import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant } from '../factories/tenant';
import { useConsole } from './browser';

const browser = useConsole({ worker: false });

test('HR sets nominations, the limit and the reminders of a cycle', async () => {
  const tenant = await makeTenant();
  const hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: {
      status: CycleStatus.Open,
      name: 'Review 2031',
      endDate: '2031-12-31',
      settings: { peerNomination: PeerNomination.SubjectAndManager, nominationEndDate: '2031-11-30' },
    },
    subjects: [{ employee: await makeEmployee(tenant), evaluators: [] }],
  });
  const cycleId = cycle._id;
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(`/cycles/${cycleId}?edit=settings`);
  const form = tab.page.getByRole('form', { name: 'Settings of the cycle' });
  await form.getByLabel('Most evaluations each').fill('6');
  await form.getByLabel('Last day to name peers').fill('2031-12-01');
  for (const days of ['7 days before', '1 day before']) await form.getByLabel(days).check();
  await form.getByLabel('Announce the opening by email').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await tab.page.getByText('Review 2031 has been saved').waitFor();
  const { settings } = await tenant.within(() => CycleModel.findById(cycleId).orFail().lean<Cycle>());
  expect(settings).toMatchObject({
    peerNomination: 'SubjectAndManager',
    maxEvaluations: 6,
    nominationEndDate: '2031-12-01',
    reminders: { daysBefore: [7, 1], sendOpening: true },
  });
  await tab.open(`/cycles/${cycleId}?edit=settings`);
  await form.getByLabel('Last day to name peers').fill('2032-01-01');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Must not be after the end date').waitFor();
  expect(tab.problems.filter((problem) => !/400/.test(problem))).toEqual([]);
  await tab.close();
});
