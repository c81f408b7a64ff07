import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { newId } from '../../shared/kernel/ids';
import type { Employee } from '../../shared/people/employee.model';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency } from '../factories/framework';
import { keyResult, makeGoal } from '../factories/goal';
import { templateItem } from '../factories/template-item';
import {
  LISTENS,
  SCALE,
  SHARES,
  account,
  browser,
  choose,
  evaluatorId,
  item,
  makeEvaluation,
  openForm,
  stored,
  tenant,
  setUpEvaluationForms,
} from './evaluation-forms';

setUpEvaluationForms();

describe('/my-evaluations', () => {
  test('lists what waits with its date, filters by status, and leads to the form', async () => {
    await makeEvaluation('Listed');
    const tab = await browser().tab({ slug: tenant.slug, account });
    await tab.open('/my-evaluations');
    const row = tab.page.getByRole('row', { name: /Lee Listed/ });
    expect(await row.innerText()).toMatch(/Not started\s+Answer by Dec 31, 2026/);
    await tab.page.getByLabel('Status').selectOption('Submitted');
    await tab.page.getByText('No evaluation has this status.').waitFor();
    expect(tab.page.url()).toMatch(/\?status=Submitted$/);
    await tab.page.goBack();
    await row.getByRole('link').click();
    await tab.page.getByRole('heading', { level: 1, name: 'Evaluation of Lee Listed' }).waitFor();
    await tab.close();
  });
});

describe('/my-evaluations/:id', () => {
  test('saves by itself, names what is missing, leads there, submits, and is read-only then', async () => {
    const id = await makeEvaluation('Whole');
    const tab = await openForm(id);
    await choose(tab, LISTENS, 'Often');
    await item(tab, LISTENS).getByLabel('Comment').fill('In every meeting.');
    await tab.page.getByText(/^Saved \d{1,2}:\d\d/).waitFor();
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ score: 4, comment: 'In every meeting.' })]);

    await tab.page.getByRole('button', { name: 'Submit' }).click();
    const missing = tab.page.getByRole('alert').filter({ hasText: '1 question still needs an answer' });
    await missing.getByRole('button', { name: SHARES }).click();
    await item(tab, SHARES).getByRole('radio').first().and(tab.page.locator(':focus')).waitFor();
    await item(tab, SHARES).getByRole('radio', { name: 'Not applicable' }).check();
    await tab.page.getByRole('button', { name: 'Submit' }).click();

    await tab.page.getByText('Your answers can no longer be changed').waitFor();
    expect(await tab.page.getByRole('radio').count()).toBe(0);
    await tab.page.getByText('4 · Often').waitFor();
    expect(await stored(id)).toMatchObject({ status: ParticipantStatus.Submitted, score: 4 });
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('shows sections, goals and readers, rates by keys, and goes on to the next evaluation', async () => {
    const asked = [templateItem({ text: 'Mentors' }), templateItem({ text: 'Plans', allowNotApplicable: true })];
    const base = await makeTemplate(tenant, { items: asked });
    const sections = asked.map((each, at) => ({ id: newId(), title: `Part ${at + 1}`, items: [each] }));
    await tenant.within(() => EvaluationTemplateModel.updateOne({ _id: base._id }, { $set: { sections } }));
    const subjects: Employee[] = [];
    for (const lastName of ['First', 'Second'])
      subjects.push(await makeEmployee(tenant, { firstName: 'Lee', lastName, managerId: evaluatorId }));
    await tenant.within(() =>
      makeGoal({
        title: 'Open a branch',
        level: GoalLevel.Individual,
        ownerEmployeeId: subjects[0]?._id ?? null,
        keyResults: [keyResult({ title: 'Lessons' })],
      }),
    );
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open, endDate: '2026-01-31', name: 'Sections' },
      template: base,
      subjects: subjects.map((employee) => ({
        employee,
        evaluators: [{ type: EvaluatorType.Manager, evaluatorId, status: ParticipantStatus.InProgress, rating: null }],
      })),
    });
    const tab = await openForm(made.subjects[0]?.participants[0]?._id ?? '');
    const { page } = tab;
    await page.getByText('About 1 minute', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Who will read this' }).waitFor();
    await page
      .getByRole('complementary', { name: 'Goals of Lee First' })
      .getByText('Lessons: now 0, from 0 to 10')
      .waitFor();
    await page.getByRole('button', { name: 'One section' }).click();
    await item(tab, 'Plans').waitFor({ state: 'detached' });
    await item(tab, 'Mentors').getByRole('radio').first().focus();
    await page.keyboard.press('4');
    expect(await item(tab, 'Mentors').getByRole('radio', { name: '4' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Part 1 1 of 1' }).waitFor();
    await page.getByRole('button', { name: 'Next: Part 2' }).click();
    await item(tab, 'Plans').getByRole('radio').first().focus();
    await page.keyboard.press('0');
    expect(await item(tab, 'Plans').getByRole('radio', { name: 'Not applicable' }).isChecked()).toBe(true);
    const tops = await item(tab, 'Plans')
      .locator('label:has(input[type="radio"])')
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('link', { name: 'Next evaluation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Evaluation of Lee Second' }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('shows what each step means for the competency, marks the chosen one, and folds away', async () => {
    const levels = SCALE.labels.map((label, at) => ({
      level: at + 1,
      label,
      descriptor: `${label} asks before deciding`,
    }));
    const competency = await tenant.within(() => makeCompetency({ name: 'Listening', levels }));
    const items = [templateItem({ text: LISTENS, competencyId: competency._id }), templateItem({ text: SHARES })];
    const id = await makeEvaluation('Levels', EvaluatorType.Peer, await makeTemplate(tenant, { scale: SCALE, items }));
    const tab = await openForm(id);
    const shown = item(tab, LISTENS).getByRole('definition');
    expect(await shown.allInnerTexts()).toEqual(levels.map(({ descriptor }) => descriptor));
    await choose(tab, LISTENS, 'Often');
    const [chosen, other] = [shown.nth(3), shown.nth(2)];
    const markOf = (level: typeof chosen) => level.locator('..').getAttribute('class');
    expect(await markOf(chosen)).not.toBe(await markOf(other));
    expect(await item(tab, SHARES).getByRole('definition').count()).toBe(0);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await item(tab, LISTENS).getByText('What each step means').click();
    expect(await chosen.isVisible()).toBe(false);
    await tab.close();
  });

  test('by keyboard alone, on a phone', async () => {
    const id = await makeEvaluation('Keyboard');
    const tab = await browser().tab({ slug: tenant.slug, account, width: 390 });
    await tab.open(`/my-evaluations/${id}`);
    const { keyboard } = tab.page;
    await item(tab, LISTENS).getByRole('radio').first().focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.type('Now and then.');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    for (let press = 0; press < 2; press++) await keyboard.press('Tab');
    await keyboard.type('Keep asking.');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await tab.page.getByText('Your answers can no longer be changed').waitFor();
    expect((await stored(id))?.answers.map(({ score, comment }) => [score, comment])).toEqual([
      [2, 'Now and then.'],
      [1, null],
      [null, 'Keep asking.'],
    ]);
    await tab.close();
  });

  test('a lost connection loses nothing: told at once, sent when it is back', async () => {
    const id = await makeEvaluation('Offline');
    const tab = await openForm(id);
    await tab.page.context().setOffline(true);
    await choose(tab, LISTENS, 'Always');
    await tab.page.getByText(/^Not saved yet/).waitFor();
    await tab.page.context().setOffline(false);
    await tab.page.getByText(/^Saved/).waitFor();
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ score: 5 })]);
    expect(await tab.page.evaluate<string[]>('Object.keys(localStorage)')).toEqual(['language']);
    await tab.close();
  });
});
