import { ceilingOf } from '../../../console/ui/charts/scale';

test.each([
  [0, 4, 4],
  [1, 4, 4],
  [5, 4, 8],
  [9, 4, 12],
  [37, 4, 40],
  [41, 4, 60],
  [90, 4, 100],
  [1_234, 4, 1_600],
  [0.6, 2, 2],
  [2.4, 2, 4],
])('an axis for %p with %p lines ends at %p', (value, lines, end) => {
  expect(ceilingOf(value, lines)).toBe(end);
});
