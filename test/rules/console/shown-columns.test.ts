import { shownColumns } from '../../../console/list/shown-columns';

const ALL = ['name', 'code', 'status', 'hired'];

test.each<[string, string[] | null, string[]]>([
  ['nothing is kept', null, ALL],
  ['a choice is kept, in its order', ['name', 'status', 'code'], ['name', 'status', 'code']],
  ['the first column stays first', ['status', 'name'], ['name', 'status']],
  ['a column of another release is gone', ['name', 'grade', 'hired'], ['name', 'hired']],
  ['all others are hidden', [], ['name']],
])('columns where %s', (_case, kept, expected) => {
  expect(shownColumns(ALL, kept)).toEqual(expected);
});
