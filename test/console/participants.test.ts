import type { Locator } from 'playwright-core';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeModel } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { chooseAction, useConsole, WHILE_A_JOB_RUNS } from './browser';
import { submitOwn } from './own-evaluation';

const console_ = useConsole();
const PEOPLE = 7;
let tenant: TestTenant;
let hr: TestAccount;

/** A boss with a team, a template, and no cycle. */
beforeEach(async () => {
  tenant = await makeTenant({ name: 'Nordwind' });
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Ana García' });
  await tenant.within(async () => {
    const person = { firstName: 'Person', lastName: 'Number0' };
    const { _id: managerId } = await makeEmployee({ ...person, email: `person0@${tenant.slug}.test` });
    for (let at = 1; at < PEOPLE; at += 1)
      await makeEmployee({ ...person, lastName: `Number${at}`, email: `person${at}@${tenant.slug}.test`, managerId });
  });
  const items = [{ text: 'Keeps promises.' }, { text: 'What should change?', type: 'Text' }];
  const body = { name: 'Annual questions', sections: [{ title: 'Work', items }] };
  const made = await console_().service.call('post', '/api/evaluation-templates', tenant.hr).send(body);
  expect(made.status).toBe(201);
});

const peers = (): Promise<number> =>
  tenant.within(() => ParticipantModel.countDocuments({ evaluatorType: EvaluatorType.Peer }));

/** An open cycle of these people, made over HTTP. */
async function openCycle(): Promise<string> {
  const { service } = console_();
  const [template] = (await service.call('get', '/api/evaluation-templates', tenant.hr)).body.items;
  const cycle = await service
    .call('post', '/api/evaluation-cycles', tenant.hr)
    .send({ name: 'Review', templateId: template.id });
  for (const step of ['generate-evaluations', 'status/Open'])
    expect((await service.call('post', `/api/evaluation-cycles/${cycle.body.id}/${step}`, tenant.hr)).status).toBe(200);
  return cycle.body.id;
}

test('an evaluator is found, added, replaced and removed; a submitted evaluation is reopened with a reason', async () => {
  const id = await openCycle();
  await submitOwn(console_().service, tenant, 'Number2');
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${id}/participants`);
  const dialog = page.getByRole('dialog');
  const pick = async (label: string, name: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  await page.getByRole('link', { name: 'Add evaluator' }).click();
  await pick('Subject', 'Person Number3');
  await pick('Evaluator', 'Person Number4');
  await dialog.getByLabel('Type').selectOption({ label: 'Stakeholder' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Person Number4 evaluates Person Number3 now').waitFor();

  await page.getByLabel('Type').selectOption({ label: 'Stakeholder' });
  await page.getByRole('status').filter({ hasText: '1–1 of 1' }).waitFor();
  await chooseAction(page.getByRole('row', { name: /Person Number4/ }), 'Replace evaluator');
  await pick('New evaluator', 'Person Number5');
  await dialog.getByRole('button', { name: 'Replace evaluator' }).click();
  await page.getByText('Person Number5 evaluates Person Number3 now').waitFor();
  await chooseAction(page.getByRole('row', { name: /Person Number5/ }), 'Remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No evaluation matches these filters.').waitFor();

  await tab.open(`/cycles/${id}/participants?search=number2&type=Self`);
  await chooseAction(page.getByRole('row', { name: /Person Number2.*Person Number2/ }), 'Reopen');
  await dialog.getByLabel('Reason').fill('short');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await dialog.getByText('Must have at least 10 characters').first().waitFor();
  await dialog.getByLabel('Reason').fill('Two answers were about someone else.');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await page.getByText('Person Number2 can answer about Person Number2 again').waitFor();

  await tab.open(`/cycles/${id}/participants?search=number3&type=Self`);
  await chooseAction(page.getByRole('row', { name: /Person Number3/ }), 'Withdraw subject');
  await dialog.getByLabel('Reason').fill('Left the project.');
  await dialog.getByRole('button', { name: 'Withdraw subject' }).click();
  await page.getByText('Person Number3 is no longer evaluated in this cycle').waitFor();
  await page.getByRole('link', { name: 'Add subject' }).click();
  await pick('Employee', 'Person Number3');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Their evaluations are generated').waitFor(WHILE_A_JOB_RUNS);
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('an employee who has a role already is refused, with what was typed still there', async () => {
  const id = await openCycle();
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${id}/participants?edit=new`);
  for (const label of ['Subject', 'Evaluator']) {
    await page.getByRole('combobox', { name: label }).fill('Number6');
    await page.getByRole('option', { name: 'Person Number6' }).click();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').locator('[aria-invalid]').waitFor();
  expect(await page.getByRole('combobox', { name: 'Subject' }).inputValue()).toBe('Person Number6');
  await tab.close();
});

test('a pick that is taken out of the plan is not assigned, also after a reload', async () => {
  const id = await openCycle();
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  const row = (at: number): Locator => page.getByRole('row', { name: / as a peer of / }).nth(at);
  await tab.open(`/cycles/${id}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Adds 24 peers.').waitFor();
  await chooseAction(row(0), 'Leave out');
  await page.getByText('Adds 23 peers. 1 is taken out.').waitFor();
  await chooseAction(row(1), 'Leave out');
  await page.getByText('Adds 22 peers. 2 are taken out.').waitFor();
  await chooseAction(row(1), 'Put back');
  await tab.open(page.url());
  await page.getByText('Adds 23 peers. 1 is taken out.').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText(`${PEOPLE} subjects with 36 evaluations asked for.`).waitFor();
  expect(await peers()).toBe(23);
  await tab.close();
});

test('a plan that people have changed since is refused, and a department of the completion leads to its people', async () => {
  const sales = await tenant.within(() => makeDepartment('Sales'));
  await tenant.within(() => EmployeeModel.updateMany({ lastName: 'Number2' }, { $set: { departmentId: sales } }));
  const id = await openCycle();
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${id}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('24 peers would be added.').waitFor();
  const leaver = await tenant.within(() => EmployeeModel.findOne({ lastName: 'Number5' }).lean());
  await console_().service.call('delete', `/api/employees/${leaver?._id}`, tenant.hr).expect(204);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('This plan is out of date').first().waitFor();
  expect(await peers()).toBe(0);
  await tab.open(`/cycles/${id}`);
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Participants of Review' }).waitFor();
  await page.getByRole('status').filter({ hasText: '1–2 of 2' }).waitFor(); // Number2 and the manager
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(Array(2).fill(expect.stringContaining('Number2')));
  const status = page.getByLabel('Status');
  expect(await status.locator('option:checked').textContent()).toBe('Not submitted');
  await page.getByLabel('Department').locator('option:checked', { hasText: 'Sales' }).waitFor({ state: 'attached' });
  await status.selectOption('In progress');
  await page.getByText('No evaluation matches these filters.').waitFor();
  await status.selectOption('Not started');
  await page.getByRole('status').filter({ hasText: '1–2 of 2' }).waitFor();
  await page.getByLabel('Department').selectOption('All');
  await page.getByRole('status').filter({ hasText: 'of 11' }).waitFor();
  await page.getByRole('columnheader', { name: 'Department' }).getByRole('link').click();
  await page.waitForURL(/sort=department/);
  await page.getByRole('rowheader').first().filter({ hasText: 'Number2' }).waitFor(); // the others have none
  expect(await tab.accessibilityProblems()).toEqual([]);
  await tab.close();
});

test('two presses start one job, and a closed cycle is reopened only after its warning', async () => {
  const id = await openCycle();
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${id}`);
  await page.getByRole('button', { name: 'Preview' }).dblclick();
  await page.getByRole('heading', { name: 'Preview of peers' }).waitFor();
  const plans = tab.requests.filter(({ method, path }) => method === 'POST' && path.includes('auto-assign-peers'));
  expect(plans).toHaveLength(1);
  await page.getByText('24 peers would be added.').waitFor();
  await tab.open(page.url());
  await page.getByText('24 peers would be added.').waitFor();
  await page.getByRole('button', { name: 'Close preview' }).click();
  await page.waitForURL((url) => !url.search.includes('plan'));
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('The gaps are calculated.').waitFor(WHILE_A_JOB_RUNS);
  expect(await page.getByRole('listitem').filter({ hasText: 'Lets evaluators answer again' }).count()).toBe(0); // no step
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByText('13 evaluations are missing.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await page.getByText('Review is open again').waitFor();
  await tab.close();
});

test('a draft names who is left out, and Home leads from a running cycle to its reminder', async () => {
  const left = await tenant.within(() => EmployeeModel.findOne({ lastName: 'Number3' }).orFail().lean());
  const subjects = {
    departmentIds: [],
    jobProfileIds: [],
    hiredBefore: null,
    excludedIds: [left._id],
    includedIds: [],
  };
  const draft = await makeCycle(tenant, { name: 'Draft of some', settings: { subjects } });
  const id = await openCycle();
  await submitOwn(console_().service, tenant, 'Number2');
  const tab = await console_().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  await tab.open(`/cycles/${draft._id}`);
  await page.getByText(`evaluations for ${PEOPLE - 1} active employees`).waitFor();
  await page.getByText('1 active employee is left out.').click();
  await page.getByRole('list', { name: 'Who is left out' }).getByText('left out in the settings').waitFor();
  expect(await page.getByRole('list', { name: 'Who is left out' }).getByRole('link').allInnerTexts()).toEqual([
    'Person Number3',
  ]);

  await tab.open('/');
  const running = page.getByRole('region', { name: 'Running cycles' });
  await running.getByText('1 of 13').waitFor();
  expect(await running.getByRole('listitem').count()).toBe(1);
  await running.getByRole('link', { name: 'Remind' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind?' });
  await dialog.getByText(`Goes to ${PEOPLE - 1} people who have not submitted everything.`).waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await running.getByRole('link', { name: 'Who is missing' }).click();
  await page.waitForURL(new RegExp(`${id}/participants\\?status=NotSubmitted`));
  await page.getByRole('status').filter({ hasText: 'of 12' }).waitFor();
  expect(tab.problems).toEqual([]);
  await tab.close();
});
