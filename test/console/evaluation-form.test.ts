import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import type { Employee } from '../../shared/people/employee.model';
import { makeAccount } from '../factories/account';
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
  STRENGTH,
  template,
} from './evaluation-forms';

setUpEvaluationForms();

describe('/my-evaluations/:id', () => {
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

  test('an answer that was saved while the reply got lost is shown as saved', async () => {
    const id = await makeEvaluation('Reply');
    const tab = await openForm(id);
    await tab.page.route('**/respond', async (route) => {
      const url = new URL(route.request().url());
      const headers = { ...route.request().headers(), host: url.host };
      // Node finds no address for names below localhost, as the browser does.
      await route.fetch({ url: url.href.replace(url.hostname, '127.0.0.1'), headers });
      await route.abort();
    });
    await choose(tab, LISTENS, 'Rarely');
    await tab.page.getByText(/^Not saved yet/).waitFor();
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ score: 2 })]);
    await tab.page.unroute('**/respond');
    await tab.page.getByText(/^Saved/).waitFor();
    expect(await item(tab, LISTENS).getByRole('radio', { name: 'Rarely' }).isChecked()).toBe(true);
    expect(await tab.page.evaluate<string[]>('Object.keys(localStorage)')).toEqual(['language']);
    await tab.close();
  });

  test('a tab that crashes without a connection keeps its answers for the next one', async () => {
    const id = await makeEvaluation('Closed');
    const tab = await openForm(id);
    const context = tab.page.context();
    await context.setOffline(true);
    await item(tab, STRENGTH).getByRole('textbox').fill('Asking questions.');
    await tab.page.getByText(/^Not saved yet/).waitFor();
    // A form sends what is unsent when it is left, and no longer offline as the browser has it: a crash leaves it no time.
    const crash = tab.page.waitForEvent('crash');
    await expect(tab.page.goto('chrome://crash')).rejects.toThrow('net::ERR_ABORTED');
    await crash;
    await tab.page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(`/my-evaluations/${id}`);
    await next.getByText(/^Saved/).waitFor();
    expect(await next.getByRole('group', { name: STRENGTH }).getByRole('textbox').inputValue()).toBe(
      'Asking questions.',
    );
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ comment: 'Asking questions.' })]);
    await context.close();
  });

  test('going back right after an answer asks nothing and loses nothing: the form saves by itself', async () => {
    const id = await makeEvaluation('Left');
    const tab = await browser().tab({ slug: tenant.slug, account });
    await tab.open('/my-evaluations');
    await tab.page
      .getByRole('row', { name: /Lee Left/ })
      .getByRole('link')
      .click();
    await choose(tab, LISTENS, 'Often');
    const saved = tab.page.waitForResponse((response) => response.url().endsWith('/respond'));
    await tab.page.goBack();
    await tab.page.getByRole('heading', { level: 1, name: 'My evaluations' }).waitFor();
    expect(await tab.page.getByRole('dialog').count()).toBe(0);
    await saved;
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ score: 4 })]);
    await tab.page.goForward();
    await tab.page.getByText('1 of 3 answered').waitFor();
    expect(await item(tab, LISTENS).getByRole('radio', { name: 'Often' }).isChecked()).toBe(true);
    await tab.close();
  });

  test('two tabs: different items are merged, the same item shows both versions', async () => {
    const id = await makeEvaluation('Two');
    const [first, second] = [await openForm(id), await openForm(id)];
    await choose(first, LISTENS, 'Rarely');
    await first.page.getByText(/^Saved/).waitFor();
    await choose(second, SHARES, 'Often');
    await second.page.getByText(/^Saved/).waitFor();
    expect(await item(second, LISTENS).getByRole('radio', { name: 'Rarely' }).isChecked()).toBe(true);

    await choose(first, SHARES, 'Never');
    const conflict = first.page.getByRole('group', { name: 'This answer was changed in another tab' });
    await conflict.getByText('1 · Never').waitFor();
    await conflict.getByText('4 · Often').waitFor();
    expect(await first.accessibilityProblems()).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await first.page.getByText(/^Saved/).waitFor();
    expect((await stored(id))?.answers.map(({ score }) => score)).toEqual([2, 1]);
    await Promise.all([first.close(), second.close()]);
  });

  test('submitted in another tab: what was not saved is shown before it is discarded', async () => {
    const id = await makeEvaluation('Late');
    const tab = await openForm(id);
    await tenant.within(() =>
      ParticipantModel.updateOne({ _id: id }, { $set: { status: ParticipantStatus.Submitted, submittedAt: now() } }),
    );
    await item(tab, STRENGTH).getByRole('textbox').fill('Too late.');
    await tab.page.getByText('1 answer typed in this browser was not saved').waitFor();
    await tab.page.getByText('Too late.').waitFor();
    await tab.page.getByRole('button', { name: 'Discard' }).click();
    expect(await tab.page.getByText('Too late.').count()).toBe(0);
    await tab.close();
  });

  test('a session that ends leads to sign-in and back, and the answer is saved then', async () => {
    const id = await makeEvaluation('Session');
    const tab = await openForm(id);
    await tab.page.context().clearCookies();
    await choose(tab, LISTENS, 'Often');
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await tab.page.getByLabel('Email').fill(account.email);
    await tab.page.getByLabel('Password').fill(account.password);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    // Saved by this visit, or by a request of the one before that was late.
    await tab.page.getByText(/^(Saved|Your answers are saved)/).waitFor();
    expect((await stored(id))?.answers).toEqual([expect.objectContaining({ score: 4 })]);
    await tab.close();
  });

  test('the goals beside a self-evaluation are “My goals”', async () => {
    const employee = await makeEmployee(tenant, { firstName: 'Noa', lastName: 'Own' });
    const own = await makeAccount(tenant.id, { employeeId: employee._id });
    const fields = { title: 'Open a branch', level: GoalLevel.Individual, ownerEmployeeId: employee._id };
    await tenant.within(() => makeGoal(fields));
    const { subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open, endDate: '2026-12-31' },
      template,
      subjects: [
        { employee, evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }] },
      ],
    });
    const tab = await browser().tab({ slug: tenant.slug, account: own });
    await tab.open(`/my-evaluations/${subjects[0]?.participants[0]?._id}`);
    await tab.page.getByRole('heading', { level: 1, name: 'Your own evaluation' }).waitFor();
    await tab.page.getByRole('complementary', { name: 'My goals' }).getByText('Open a branch').waitFor();
    await tab.close();
  });

  test('the subject acknowledges published results on their Self evaluation, once', async () => {
    const id = await makeEvaluation('Own', EvaluatorType.Self);
    const row = await stored(id);
    await tenant.within(async () => {
      await ParticipantModel.updateOne(
        { _id: id },
        { $set: { status: ParticipantStatus.Submitted, submittedAt: now() } },
      );
      await CycleModel.updateOne(
        { _id: row?.cycleId },
        { $set: { status: CycleStatus.Closed, resultsPublishedAt: now() } },
      );
    });
    const tab = await openForm(id);
    await tab.page.getByRole('button', { name: 'Acknowledge' }).click();
    await tab.page.getByText(/^Results acknowledged on/).waitFor();
    expect((await stored(id))?.status).toBe(ParticipantStatus.Acknowledged);
    await tab.close();
  });

  test('a question with HTML and one without a space stay within a phone', async () => {
    const long = `<b>${'W'.repeat(100)}</b>`;
    const odd = await makeTemplate(tenant, { scale: SCALE, items: [templateItem({ text: long })] });
    const { subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      template: odd,
      subjects: [
        { evaluators: [{ type: EvaluatorType.Peer, evaluatorId, status: ParticipantStatus.InProgress, rating: null }] },
      ],
    });
    const tab = await browser().tab({ slug: tenant.slug, account, width: 390 });
    await tab.open(`/my-evaluations/${subjects[0]?.participants[0]?._id ?? ''}`);
    await tab.page.getByText(long).waitFor();
    expect(await tab.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await tab.close();
  });
});

describe('back and forward from a changed form', () => {
  test('ask, keep the address when declined, and go exactly one step when confirmed', async () => {
    const tab = await browser().tab({ slug: tenant.slug, account });
    const { page } = tab;
    await tab.open('/my-evaluations');
    await page.getByRole('link', { name: 'My goals' }).click();
    await page.getByRole('button', { name: 'Add goal' }).click();
    const address = page.url();
    const goal = page.getByRole('dialog', { name: 'Add goal' });
    await goal.getByLabel('Title').fill('Write the guide');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.goBack();
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toBe(address);
    expect(await goal.getByLabel('Title').inputValue()).toBe('Write the guide');

    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await goal.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'My evaluations' }).waitFor();

    await page.goForward();
    await page.goForward();
    await goal.getByLabel('Title').fill('Write the second guide');
    await page.evaluate('history.go(-2)');
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'My evaluations' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'My goals' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
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
