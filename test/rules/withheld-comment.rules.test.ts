import { isWithheld, withDecision, type WithheldComment } from '../../shared/evaluation/withheld-comment.rules';

// HR withholds what an evaluator wrote at an item; other words there stay withheld until HR shows them.

const DECIDED = { reason: 'It names a colleague.', by: 'hr', at: new Date(0) };
const comment = { evaluatorId: 'ana', itemId: 'item', text: 'first words' };
const withhold = (before: WithheldComment[], text = comment.text) =>
  withDecision(before, { ...comment, text }, { ...DECIDED, isWithheld: true });
const show = (before: WithheldComment[], text = comment.text) =>
  withDecision(before, { ...comment, text }, { ...DECIDED, isWithheld: false });

test.each([
  ['no decision', undefined, { 'first words': false, 'second words': false }],
  ['withheld', withhold([]), { 'first words': true, 'second words': true }],
  ['withheld and shown', show(withhold([])), { 'first words': false, 'second words': true }],
  ['shown in other words', show(withhold([]), 'second words'), { 'first words': true, 'second words': false }],
  ['withheld again', withhold(show(withhold([]))), { 'first words': true, 'second words': true }],
] as const)('%s', (_case, decided, expected) => {
  const found = Object.keys(expected).map((text) => [text, isWithheld(decided, { ...comment, text })]);
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(isWithheld(decided, { ...comment, itemId: 'other' })).toBe(false);
  expect(isWithheld(decided, { ...comment, evaluatorId: 'bea' })).toBe(false);
});

test('one decision for each evaluator and item is kept', () => {
  expect(withhold(show(withhold([])))).toHaveLength(1);
  expect(withDecision(withhold([]), { ...comment, itemId: 'other' }, { ...DECIDED, isWithheld: true })).toHaveLength(2);
});
