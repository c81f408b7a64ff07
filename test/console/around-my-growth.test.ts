import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { GoalModel } from '../../shared/growth/goals/goal.model';
import { makeDevelopmentPlan, planAction } from '../factories/development-plan';
import { keyResult, makeGoal } from '../factories/goal';
import { ana, heading, makeResults, open, tenant, setUpLeadAndReport } from './lead-and-report';

// What else may happen on an employee's own pages of results, goals and plans.

setUpLeadAndReport();

test('results that are not published yet are not found, and not listed', async () => {
  const cycleId = await makeResults('Unpublished review', null);
  const tab = await open(`/my-results/${cycleId}`);
  await heading(tab, 'Not found');
  await tab.open('/my-results');
  expect(await tab.page.getByText('Unpublished review').count()).toBe(0);
  await tenant.within(() => CycleModel.deleteOne({ _id: cycleId }));
  await tab.close();
});

test('a change that someone else was faster with is not overwritten', async () => {
  const goal = await tenant.within(() => {
    const place = { level: GoalLevel.Individual, ownerEmployeeId: ana._id };
    return makeGoal({ title: 'Write the playbook', keyResults: [keyResult()], ...place });
  });
  const tab = await open(`/goals/${goal._id}`);
  const { page } = tab;
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Write two playbooks');
  await tenant.within(() => GoalModel.updateOne({ _id: goal._id }, { $set: { title: 'Write none' } }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('group', { name: 'Title: you and someone else changed this' }).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Write two playbooks');
  await tab.close();
});

test('a file that is no evidence is refused in words', async () => {
  await tenant.within(() =>
    makeDevelopmentPlan(ana._id, {
      status: DevelopmentPlanStatus.InProgress,
      actions: [planAction({ title: 'Read a book' })],
    }),
  );
  const tab = await open('/my-development');
  await tab.page.getByLabel('Add evidence to “Read a book”').setInputFiles({
    name: 'virus.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ\u0000\u0001'),
  });
  await tab.page.getByRole('status').getByRole('alert').waitFor();
  expect(await tab.page.getByRole('button', { name: 'virus.exe' }).count()).toBe(0);
  await tab.close();
});
