import {
  LISTENS,
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

// What else may happen to the form of an evaluation: no mouse, no connection.

setUpEvaluationForms();

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
