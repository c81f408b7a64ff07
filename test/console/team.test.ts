import { ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { GoalModel } from '../../shared/growth/goals/goal.model';
import { makeAccount } from '../factories/account';
import { makeDevelopmentPlan } from '../factories/development-plan';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency } from '../factories/framework';
import { makeGoal } from '../factories/goal';
import { templateItem } from '../factories/template-item';
import { PHONE, accounts, ana, heading, lead, makeResults, open, tenant, setUpLeadAndReport } from './lead-and-report';

setUpLeadAndReport();

describe('/team', () => {
  test('the team shows evaluations, results and goals of direct reports, each leading on', async () => {
    const closed = await makeResults('Closed review', null);
    const goal = { title: 'Write none', level: GoalLevel.Individual, ownerEmployeeId: ana._id };
    await tenant.within(() => makeGoal(goal));
    const { subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open, name: 'Open review', endDate: '2026-12-31' },
      subjects: [
        {
          employee: ana,
          evaluators: [
            { type: EvaluatorType.Self },
            {
              type: EvaluatorType.Manager,
              evaluatorId: lead._id,
              status: ParticipantStatus.InProgress,
              rating: null,
            },
          ],
        },
      ],
    });
    const tab = await open('/team', accounts.lead);
    const { page } = tab;
    const row = page.getByRole('row', { name: /^Ana García/ });
    expect(await row.innerText()).toMatch(/2 evaluators are asked[\s\S]*Self-evaluation submitted/);
    const mine = subjects[0]?.participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Manager);
    const href = await row.getByRole('link', { name: 'Evaluate Ana García' }).getAttribute('href');
    expect(href).toBe(`/my-evaluations/${mine?._id}`);
    await row.getByRole('link', { name: /open goals? of/ }).click();
    await page.getByRole('dialog', { name: 'Goals of Ana García' }).getByText('Write none').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('link', { name: /^Results of Ana García/ }).click();
    await heading(tab, 'Results of Closed review, Ana García');
    expect(new URL(page.url()).pathname).toBe(`/cycles/${closed}/results/${ana._id}`);
    expect(await page.getByText('Told in confidence.').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Raters' }).count()).toBe(0);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a manager sees whose results are ready, prepares the talk, and releases them', async () => {
    const { Self, Manager, Peer } = EvaluatorType;
    const boss = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Vidal' });
    const eva = await makeEmployee(tenant, { firstName: 'Eva', lastName: 'Sanz', managerId: boss._id });
    const { _id: competencyId } = await tenant.within(() => makeCompetency({ name: 'Listening' }));
    const template = await makeTemplate(tenant, { items: [templateItem({ text: 'Listens', competencyId })] });
    const review = (name: string, rating: number, published: { closedAt?: Date; resultsPublishedAt?: Date } = {}) =>
      makeEvaluatedCycle(tenant, {
        template,
        cycle: { name, settings: { release: ReleaseBy.Manager }, ...published },
        subjects: [
          {
            employee: eva,
            evaluators: [
              { type: Self, rating: 5 },
              { type: Manager, evaluatorId: boss._id, rating, comment: 'Asks before deciding.' },
              ...[1, 2, 3].map((at) => ({ type: Peer, rating, comment: `Peer ${at} agrees.` })),
            ],
          },
        ],
      });
    const before = new Date('2025-01-31T12:00:00Z');
    const earlier = await review('Review of Eva 2025', 2, { closedAt: before, resultsPublishedAt: before });
    await makeEvaluatedCycle(tenant, {
      template,
      cycle: {
        name: 'Unanswered',
        closedAt: new Date('2024-01-31T12:00:00Z'),
        settings: { release: ReleaseBy.Manager },
      },
      subjects: [{ employee: eva, evaluators: [] }],
    });
    const { cycle } = await review('Review of Eva 2026', 3);
    await tenant.within(() => makeDevelopmentPlan(eva._id, { title: 'Fewer meetings' }));
    const tab = await open('/team', await makeAccount(tenant.id, { employeeId: boss._id }));
    const { page } = tab;
    const row = page.getByRole('row', { name: /^Eva Sanz/ });
    await row.getByText('Ready to release').waitFor();
    await row.getByRole('link', { name: /^Results of Eva Sanz/ }).click();
    await heading(tab, 'Results of Review of Eva 2026, Eva Sanz');
    const talk = page.getByRole('region', { name: 'Prepare the talk with Eva Sanz' });
    await talk.getByRole('link', { name: 'Fewer meetings' }).waitFor();
    const comparison = page.getByRole('figure', { name: 'Self and others' });
    await comparison.getByRole('button', { name: 'Show table' }).click();
    expect(await comparison.getByRole('row', { name: /^Listening/ }).innerText()).toMatch(
      /5\.00\s+3\.00\s+\+2\.00\s+2\.00\s+\+1\.00/,
    );
    const legend = (cycle: string) => comparison.getByText(`Others in ${cycle}`);
    expect(await legend('Review of Eva 2025').count()).toBeGreaterThan(0);
    const address = page.url();
    await tab.open(`/cycles/${earlier.cycle._id}/results/${eva._id}`);
    await comparison.waitFor();
    expect(await legend('Unanswered').count()).toBe(0);
    await tab.open(address);
    const comments = page.getByRole('region', { name: 'Comments' });
    for (const text of ['Asks before deciding.', 'Peer 2 agrees.']) await comments.getByText(text).waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);

    const reader = await open(`/my-results/${cycle._id}`, await makeAccount(tenant.id, { employeeId: eva._id }));
    await heading(reader, 'Not found');
    await talk.getByRole('button', { name: 'Release results' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release results' }).click();
    await page.getByText('Eva Sanz can now read the results').waitFor();
    await talk.getByText(/^Released on/).waitFor();
    expect(await talk.getByRole('button', { name: 'Release results' }).count()).toBe(0);
    await reader.open(`/my-results/${cycle._id}`);
    await heading(reader, 'Results of Review of Eva 2026');
    await reader.page.getByText(/You see yourself higher than others do in Listening/).waitFor();
    expect(tab.problems).toEqual([]);
    for (const opened of [tab, reader]) await opened.close();
  });

  test('a manager sets a goal and begins a plan for a direct report, on a phone', async () => {
    const tab = await open('/team', accounts.lead, PHONE);
    const { page } = tab;
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
    const box = page
      .getByRole('region')
      .filter({ has: page.getByRole('table') })
      .last();
    expect(await box.evaluate((region) => region.scrollWidth <= region.clientWidth)).toBe(true);
    expect(await tab.accessibilityProblems()).toEqual([]);
    const row = page.getByRole('row', { name: /^Ana García/ });
    await row.getByRole('link', { name: 'Add goal for Ana García' }).click();
    const goal = page.getByRole('dialog', { name: 'Add goal for Ana García' });
    await goal.getByLabel('Title').fill('Train two colleagues');
    await goal.getByRole('button', { name: 'Save' }).click();
    await heading(tab, 'Train two colleagues');
    const place = { level: GoalLevel.Individual, ownerEmployeeId: ana._id };
    expect(await tenant.within(() => GoalModel.findOne({ title: 'Train two colleagues' }).lean())).toMatchObject(place);

    await tab.open('/team');
    await row.getByRole('link', { name: 'New plan for Ana García' }).click();
    const plan = page.getByRole('dialog', { name: 'New development plan for Ana García' });
    await plan.getByLabel('Title').fill('Growing into a trainer');
    await plan.getByRole('button', { name: 'Save' }).click();
    await heading(tab, 'Growing into a trainer');
    await page.getByText('Ana García').first().waitFor();
    await page.getByRole('button', { name: 'Add action' }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('someone without direct reports has no team', async () => {
    const tab = await open('/team', accounts.ana);
    await heading(tab, 'You may not see this page');
    expect(await tab.page.getByRole('link', { name: 'My team' }).count()).toBe(0);
    await tab.close();
  });
});
