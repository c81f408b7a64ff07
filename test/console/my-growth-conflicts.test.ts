import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { type Goal, GoalModel } from '../../shared/growth/goals/goal.model';
import { SurveyResponseModel } from '../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { makeDevelopmentPlan, planAction } from '../factories/development-plan';
import { keyResult, makeGoal } from '../factories/goal';
import { makeOpenSurvey } from '../factories/survey';
import { accounts, ana, heading, makeResults, open, PHONE, setUpLeadAndReport, tenant } from './lead-and-report';

// What else may happen on an employee's own pages of results, goals, plans and surveys.

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

test('a goal gets a key result, and progress is reported on it', async () => {
  const company = await tenant.within(() => makeGoal({ title: 'Grow by a third' }));
  const tab = await open('/my-goals');
  const { page } = tab;
  await page.getByRole('button', { name: 'Add goal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Sign eight customers');
  await dialog.getByLabel('Contributes to').selectOption({ label: 'Grow by a third' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading(tab, 'Sign eight customers');

  await page.getByRole('button', { name: 'Add key result' }).click();
  await dialog.getByLabel('Title').fill('Signed customers');
  await dialog.getByLabel('Target value').fill('8');
  await dialog.getByLabel('Unit').fill('customers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 3, name: 'Signed customers' }).waitFor();

  await tab.open('/my-goals');
  await page.getByRole('button', { name: 'Check in on “Signed customers”' }).click();
  await dialog.getByLabel('Value reached').fill('2');
  await dialog.getByLabel('Comment').fill('Two pilots signed.');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await page.getByText('Now 2, from 0 to 8 customers', { exact: true }).waitFor();
  await page.getByText('1 check-in').click();
  await page.getByText('Two pilots signed.').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  const stored = await tenant.within(() => GoalModel.findOne({ title: 'Sign eight customers' }).lean<Goal>());
  expect(stored).toMatchObject({ ownerEmployeeId: ana._id, level: GoalLevel.Individual, parentId: company._id });
  expect(stored?.keyResults).toEqual([expect.objectContaining({ currentValue: 2, checkInCount: 1 })]);
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('a survey is reached from the home page, says that it is anonymous, asks what is missing, and is answered once', async () => {
  const questions = [
    { text: 'Would you recommend us?', type: 'Enps', required: true },
    { text: 'How is your workload?', type: 'Rating' },
    { text: 'What should change?', type: 'Text' },
  ] as never;
  const id = await tenant.within(() => makeOpenSurvey({ name: 'Autumn pulse', questions }));
  const tab = await open('/', accounts.ana, PHONE);
  const { page } = tab;
  await page.getByRole('link', { name: 'Autumn pulse' }).click();
  await heading(tab, 'Autumn pulse');
  await page.getByRole('heading', { name: 'Your answers are anonymous' }).waitFor();
  await page.getByRole('button', { name: 'Send answers' }).click();
  const recommend = page.getByRole('group', { name: 'Would you recommend us?' });
  await recommend.getByText('This field is required').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await recommend.getByRole('radio', { name: '9', exact: true }).check();
  await page.getByLabel('What should change?').fill('More time for reviews.');
  await page.getByRole('button', { name: 'Send answers' }).click();
  await page.getByText(/^Thank you\. Your answers are stored without your name/).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  const stored = await tenant.within(() => SurveyResponseModel.find({ surveyId: id }).lean());
  expect(stored).toHaveLength(1);

  await tab.open('/');
  expect(await page.getByRole('link', { name: 'Autumn pulse' }).count()).toBe(0);
  await tenant.within(() => SurveyModel.updateOne({ _id: id }, { $set: { status: 'Closed', salt: null } }));
  await tab.open(`/surveys/${id}`);
  await page.getByText('This survey is closed and accepts no more answers.').waitFor();
  expect(tab.problems).toEqual([]);
  await tab.close();
});
