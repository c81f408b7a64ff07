import { highlightsOf } from '../../api/insight/highlights.rules';

const shown = (means: readonly number[], kind = 'c') =>
  means.map((mean, at) => ({ id: `${kind}${at}`, name: '', mean }));
const idsOf = (competencies: readonly number[], items: readonly number[]) => {
  const { strengths, toDevelop } = highlightsOf(shown(competencies), shown(items, 'i'));
  return [strengths, toDevelop].map((some) => some.map(({ id }) => id).join(' '));
};

test.each([
  ['six competencies: three and three, none in both', [1, 2, 3, 4, 5, 6], [], ['c5 c4 c3', 'c0 c1 c2']],
  ['ties in their order', [3, 3, 3, 3, 3, 3, 3], [], ['c0 c1 c2', 'c3 c4 c5']],
  ['five competencies: items', [1, 2, 3, 4, 5], [4, 2, 5, 1, 3, 3], ['i2 i0 i4', 'i3 i1 i5']],
  ['five items: a third each, rounded down', [], [4, 2, 5, 1, 3], ['i2', 'i3']],
  ['two items: nothing', [], [4, 2], ['', '']],
])('%s', (_name, competencies, items, expected) => expect(idsOf(competencies, items)).toEqual(expected));
