import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import {
  LISTENS,
  SHARES,
  account,
  browser,
  choose,
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
});
