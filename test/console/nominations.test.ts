import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { apiReads, chooseAction, useConsole } from './browser';

// Naming peers, deciding on them, and what HR sees, in the browser.

const browser = useConsole({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
let accounts: Record<'subject' | 'manager' | 'hr', TestAccount>;
beforeAll(async () => {
  tenant = await makeTenant();
  const manager = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Lead' });
  const subject = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'Ruiz', managerId: manager._id });
  for (const lastName of ['One', 'Two', 'Three']) await makeEmployee(tenant, { firstName: 'Carl', lastName });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: {
      status: CycleStatus.Open,
      name: 'Review 2031',
      endDate: '2031-12-31',
      settings: {
        peerNomination: PeerNomination.SubjectAndManager,
        nominationEndDate: '2031-11-30',
        minPeers: 2,
        maxPeers: 3,
      },
    },
    subjects: [{ employee: subject, evaluators: [{ type: Self }, { type: Manager, evaluatorId: manager._id }] }],
  });
  cycleId = cycle._id;
  subjectId = subject._id;
  accounts = {
    subject: await makeAccount(tenant.id, { employeeId: subject._id }),
    manager: await makeAccount(tenant.id, { employeeId: manager._id, locale: 'es' }),
    hr: await makeAccount(tenant.id, { roles: [Role.HRManager] }),
  };
});

const open = async (account: TestAccount, address: string, options: { locale?: string; width?: number } = {}) => {
  const tab = await browser().tab({ slug: tenant.slug, account, ...options });
  await tab.open(address);
  return tab;
};
const peers = () => tenant.within(() => ParticipantModel.countDocuments({ cycleId, subjectId, evaluatorType: Peer }));

test('a subject names peers on a phone, the manager returns and approves in Spanish, HR sees it', async () => {
  const subject = await open(accounts.subject, '/my-evaluations', { width: 390 });
  await subject.page.getByRole('link', { name: 'Name your peers' }).click();
  await subject.page.getByRole('heading', { level: 1, name: 'My peers' }).waitFor();
  await subject.page.getByText('Name 2 to 3 peers. The last day is Nov 30, 2031.').waitFor();
  const candidates = subject.page.getByRole('list', { name: 'Colleagues' });
  await candidates.getByRole('listitem').filter({ hasText: 'Mara Lead' }).getByText('The manager').waitFor();
  const submit = subject.page.getByRole('button', { name: 'Submit', exact: true });
  expect(await submit.isDisabled()).toBe(true);
  await subject.page.getByLabel('Find a colleague').fill('carl');
  for (const name of ['Carl One', 'Carl Two']) {
    await subject.page.getByRole('button', { name: `Add ${name}` }).click();
    await subject.page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  await subject.open('/my-nominations'); // each choice is stored as the draft
  await subject.page.getByRole('list', { name: '2 peers chosen' }).waitFor();
  expect(apiReads(subject.requests).length).toBeLessThan(5);
  expect(await subject.accessibilityProblems()).toEqual([]);
  await submit.click();
  await subject.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await subject.page.getByText('Waiting for the manager').waitFor();

  const manager = await open(accounts.manager, '/team', { locale: 'es-ES' });
  await manager.page.getByRole('link', { name: '1 empleado ha propuesto a sus compañeros. Decidir' }).click();
  await manager.page.getByRole('heading', { level: 1, name: 'Compañeros de mi equipo' }).waitFor();
  await chooseAction(manager.page.getByRole('row', { name: /Ana Ruiz/ }), 'Devolver');
  await manager.page.getByLabel('Motivo').fill('Falta alguien de ventas.');
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click();
  await manager.page.getByText('Se han devuelto los compañeros de Ana Ruiz').waitFor();

  await subject.page.reload();
  await subject.page.getByText('Your manager asks you to choose again: Falta alguien de ventas.').waitFor();
  await subject.page.getByRole('button', { name: 'Add Carl Three' }).click();
  await subject.page.getByRole('list', { name: '3 peers chosen' }).waitFor();
  await submit.click();
  await subject.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await subject.page.getByText('Waiting for the manager').waitFor();
  expect(await peers()).toBe(0);

  await manager.open('/team-nominations?status=Submitted');
  await chooseAction(manager.page.getByRole('row', { name: /Ana Ruiz/ }), 'Elegir otros');
  const dialog = manager.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Quitar a Carl One' }).click();
  expect(await manager.accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Aprobar esta elección' }).click();
  await manager.page.getByText('Se han aprobado los compañeros de Ana Ruiz').waitFor();
  expect(await peers()).toBe(2);

  const hr = await open(accounts.hr, `/cycles/${cycleId}`);
  await hr.page.getByRole('link', { name: 'Nominations' }).click();
  await hr.page.getByRole('heading', { level: 1, name: 'Nominations of Review 2031' }).waitFor();
  const row = hr.page.getByRole('row', { name: /Ana Ruiz/ });
  expect(await row.innerText()).toMatch(/Manager: Mara Lead[\s\S]*Approved[\s\S]*Carl Two \(1\)/);
  expect(await hr.accessibilityProblems()).toEqual([]);
  const opened = [
    [manager, '/team-nominations'],
    [hr, `/cycles/${cycleId}/nominations`],
  ] as const;
  for (const [tab, address] of opened) {
    await tab.open(address);
    expect(apiReads(tab.requests).length).toBeLessThan(5);
  }
  for (const tab of [subject, manager, hr]) {
    expect(tab.problems).toEqual([]);
    await tab.close();
  }
});
