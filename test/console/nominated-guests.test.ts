import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { GuestsAllowed } from '../../shared/platform/guests-allowed';
import { makeAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { allowGuests } from '../factories/guest';
import { makeTenant } from '../factories/tenant';
import { chooseAction, type Tab, useConsole } from './browser';

// Guests that a subject names beside peers.

const browser = useConsole({ worker: false });

test('a subject names a guest on a phone, and the manager reads who it is before approving', async () => {
  const tenant = await makeTenant();
  await allowGuests(tenant, GuestsAllowed.HRAndManagers);
  const lead = await makeEmployee(tenant, { firstName: 'Lea', lastName: 'Lead' });
  const employee = await makeEmployee(tenant, { firstName: 'Ben', lastName: 'Rao', managerId: lead._id });
  const settings = { peerNomination: PeerNomination.SubjectAndManager, minPeers: 0, maxPeers: 3 };
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, name: 'Review of guests', endDate: '2031-12-31', settings },
    subjects: [{ employee, evaluators: [{ type: EvaluatorType.Self }] }],
  });
  const open = async (employeeId: string, address: string, width?: number): Promise<Tab> => {
    const account = await makeAccount(tenant.id, { employeeId });
    const opened = await browser().tab({ slug: tenant.slug, account, ...(width ? { width } : {}) });
    await opened.open(address);
    return opened;
  };
  const tab = await open(employee._id, '/my-nominations', 390);
  await tab.page.getByRole('button', { name: 'Name a guest' }).click();
  const dialog = tab.page.getByRole('dialog', { name: 'Name a guest' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kai Client');
  await dialog.getByLabel('Email').fill(employee.email);
  expect(await tab.accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog
    .getByText(/belongs to an employee/)
    .first()
    .waitFor();
  await dialog.getByLabel('Email').fill('kai@client.example');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await tab.page.getByRole('list', { name: 'Guests' }).getByText('kai@client.example').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await tab.page.getByRole('button', { name: 'Submit', exact: true }).click();
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await tab.page.getByText('Waiting for the manager').waitFor();
  await tab.close();

  const manager = await open(lead._id, '/team-nominations');
  await manager.page.getByText('Guest: Kai Client (kai@client.example)').waitFor();
  await chooseAction(manager.page.getByRole('row', { name: /Ben Rao/ }), 'Approve');
  await manager.page.getByText('The peers of Ben Rao have been approved').waitFor();
  const about = { cycleId: cycle._id, subjectId: employee._id, evaluatorType: EvaluatorType.Stakeholder };
  expect(await tenant.within(() => ParticipantModel.countDocuments(about))).toBe(1);
  expect([await manager.accessibilityProblems(), manager.problems]).toEqual([[], []]);
  await manager.close();
});
