import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { type Goal, GoalModel } from '../../shared/growth/goals/goal.model';
import { type Survey, SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { now } from '../../shared/kernel/clock';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeDevelopmentPlan } from '../factories/development-plan';
import { makeEmployee } from '../factories/employee';
import { makeGoal } from '../factories/goal';
import { makeClosedSurvey } from '../factories/survey';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole } from './browser';

const browser = useConsole();
let tenant: TestTenant;
let hr: TestAccount;
let departments: { sales: string; support: string };

beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager], fullName: 'Hanna Ruiz' });
  departments = await tenant.within(async () => ({
    sales: await makeDepartment('Sales'),
    support: await makeDepartment('Support'),
  }));
});

async function open(address: string, account = hr): Promise<Tab> {
  const tab = await browser().tab({ slug: tenant.slug, account });
  await tab.open(address);
  return tab;
}

const heading = (tab: Tab, name: string) => tab.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('/goals', () => {
  test('the tree opens, closes and leads on by keyboard, and a goal is set below another', async () => {
    await tenant.within(async () => {
      await makeEmployee({ firstName: 'Marta', lastName: 'Boss' });
      const { _id: parentId } = await makeGoal({ title: 'Grow by a third' });
      const place = { level: GoalLevel.Department, departmentId: departments.sales };
      await makeGoal({ title: 'Win the north', parentId, ...place });
      await makeGoal({ title: 'Stay reliable' });
    });
    const tab = await open('/goals');
    const { page } = tab;
    const tree = page.getByRole('treegrid', { name: 'Goals' });
    await tree.getByRole('row', { name: /Grow by a third/ }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate<string>('document.activeElement.innerText')).toMatch(/^\s*Win the north[\s\S]*Sales/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await tree.getByRole('row', { name: /Win the north/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('row', { name: /Win the north/ }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await heading(tab, 'Stay reliable');

    await page.getByRole('button', { name: 'Add goal below' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Answer within a day');
    await dialog.getByLabel('Level').selectOption('Department');
    await dialog.getByLabel('Department').selectOption({ label: 'Support' });
    await dialog.getByLabel('Owner').fill('marta');
    await dialog.getByRole('option', { name: 'Marta Boss' }).click();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Answer within a day/ }).waitFor();
    const stored = await tenant.within(() => GoalModel.findOne({ title: 'Answer within a day' }).lean<Goal>());
    expect(stored).toMatchObject({ level: GoalLevel.Department, departmentId: departments.support });

    await tab.open('/goals?search=NORTH');
    await tree.getByRole('row', { name: /Win the north/ }).waitFor();
    expect(await tree.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Goal/),
      expect.stringContaining('Grow by a third'),
      expect.stringContaining('Win the north'),
    ]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a goal that others contribute to cannot be deleted, and says why', async () => {
    const id = await tenant.within(async () => {
      const { _id } = await makeGoal({ title: 'Keep our people' });
      await makeGoal({ title: 'Hold career talks', parentId: _id });
      return _id;
    });
    const tab = await open(`/goals/${id}`);
    await tab.page.getByRole('button', { name: 'Delete' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab.page.getByText('The goal has child goals. Move or delete them first.').waitFor();
    await heading(tab, 'Keep our people');
    await tab.close();
  });
});

describe('/development-plans', () => {
  test('shows what waits for a decision, and HR decides; employees may not see the list', async () => {
    const employeeId = await tenant.within(async () => {
      const { _id } = await makeEmployee({ firstName: 'Ana', lastName: 'García' });
      const waiting = { status: DevelopmentPlanStatus.PendingApproval, submittedAt: now() };
      await makeDevelopmentPlan(_id, { title: 'Growing into a lead', ...waiting });
      await makeDevelopmentPlan(_id, { title: 'Another plan' });
      return _id;
    });
    const tab = await open('/development-plans');
    const { page } = tab;
    await page.getByRole('row', { name: /Another plan/ }).waitFor();
    await page.getByLabel('Status').selectOption({ label: 'Awaiting approval' });
    await page.getByRole('row', { name: /Another plan/ }).waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\?status=PendingApproval$/);
    await page.getByRole('link', { name: 'Growing into a lead' }).click();
    await heading(tab, 'Growing into a lead');
    await page.getByText('There is no manager, so HR decides. No email goes out.').waitFor();
    await page.getByRole('button', { name: 'Reject “Growing into a lead”' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Please add a due date.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Why it was rejected: Please add a due date.').waitFor();
    const stored = await tenant.within(() =>
      DevelopmentPlanModel.findOne({ title: 'Growing into a lead' }).lean<DevelopmentPlan>(),
    );
    expect(stored?.status).toBe(DevelopmentPlanStatus.Rejected);
    expect(tab.problems).toEqual([]);
    await tab.close();

    const employee = await open('/development-plans', await makeAccount(tenant.id, { employeeId }));
    await heading(employee, 'You may not see this page');
    await employee.close();
  });
});

describe('/pulse-surveys', () => {
  test('a survey is made, its questions are put in order, it is opened and closed', async () => {
    const tab = await open('/pulse-surveys');
    const { page } = tab;
    await page.getByRole('button', { name: 'New survey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Spring pulse');
    await dialog.getByRole('button', { name: 'Create survey' }).click();
    await heading(tab, 'Spring pulse');
    expect(await page.getByRole('button', { name: 'Open survey' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('group', { name: 'Question 1' }).getByLabel('Text').fill('How is your workload?');
    await page.getByRole('button', { name: 'Add question' }).click();
    const second = page.getByRole('group', { name: 'Question 2' });
    await second.getByLabel('Text').fill('Would you recommend us?');
    await second.getByLabel('Answer', { exact: true }).selectOption('Enps');
    await second.getByLabel('An answer is required').check();
    await page.getByRole('button', { name: 'Move question 2 up' }).click();
    await page.getByLabel('Support').check();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Departments: Support').waitFor();
    const stored = await tenant.within(() => SurveyModel.findOne({ name: 'Spring pulse' }).lean<Survey>());
    expect(stored?.questions.map(({ text, type, required }) => [text, type, required])).toEqual([
      ['Would you recommend us?', 'Enps', true],
      ['How is your workload?', 'Rating', false],
    ]);

    await page.getByRole('button', { name: 'Open survey' }).click();
    await dialog.getByText('of these departments are asked and notified: Support.').waitFor();
    await dialog.getByRole('button', { name: 'Open survey' }).click();
    await page.getByText('0 of 0 answered').waitFor();
    await page.getByRole('button', { name: 'Close survey' }).click();
    await dialog.getByText('the results would stay hidden for good').waitFor();
    await dialog.getByRole('button', { name: 'Close survey' }).click();
    await page.getByRole('heading', { name: 'The results stay hidden' }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('results show the eNPS, and say in words which groups are hidden', async () => {
    const id = await tenant.within(() => {
      const of = (departmentId: string, scores: number[]) => scores.map((score) => ({ departmentId, score }));
      const answers = [...of(departments.sales, [10, 9, 9, 8, 3, 7]), ...of(departments.support, [0, 1])];
      return makeClosedSurvey(answers, { name: 'Autumn pulse', anonymityThreshold: 3 });
    });
    const tab = await open(`/pulse-surveys/${id}`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'By department' }).waitFor();
    expect(await page.getByRole('row', { name: /^Support/ }).innerText()).toMatch(/Hidden[\s\S]*Hidden/);
    await page.getByText('“Hidden” means that fewer than 3 people have answered').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Promoters' }).innerText()).toMatch(/3$/);
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('questions that cannot be saved keep what was typed', async () => {
    const tab = await open('/pulse-surveys');
    const { page } = tab;
    await page.getByRole('button', { name: 'New survey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Broken pulse');
    await page.getByRole('dialog').getByRole('button', { name: 'Create survey' }).click();
    await heading(tab, 'Broken pulse');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Text').fill('How are you?');
    await page.getByLabel('Anonymity threshold').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be at least 3').waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('How are you?');
    await tab.close();
  });
});
