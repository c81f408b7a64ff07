import { heatmapColor, heatmapFigures } from '../../shared/insight/gaps/heatmap.rules';

const gaps = (isCritical: boolean, ...levels: number[]) => levels.map((gapLevel) => ({ gapLevel, isCritical }));

describe('decisions 6: a row of the heatmap, over subjects with data', () => {
  test.each([
    ['no gap', gaps(false, 0, 0), { isCritical: false, averageGap: 0, affected: 0, percent: 0, burden: 0 }],
    [
      'half affected',
      gaps(false, 0, 1, 0, 3),
      { isCritical: false, averageGap: 1, affected: 2, percent: 50, burden: 2 },
    ],
    [
      'critical weighs double',
      gaps(true, 0, 1, 0, 3),
      { isCritical: true, averageGap: 1, affected: 2, percent: 50, burden: 4 },
    ],
    [
      'critical for one is critical',
      [...gaps(false, 2), ...gaps(true, 4)],
      { isCritical: true, averageGap: 3, affected: 2, percent: 100, burden: 12 },
    ],
  ])('%s', (_name, row, figures) => {
    expect(heatmapFigures(row)).toEqual(figures);
  });

  test('no data, no figures', () => {
    expect(heatmapFigures([])).toBeNull();
  });
});

describe('spec 4.7: colours', () => {
  test.each([
    [0, 'green'],
    [1, 'yellow'],
    [2, 'orange'],
    [3, 'red'],
    [4, 'red'],
  ])('gap level %i is %s', (level, colour) => {
    expect(heatmapColor(level)).toBe(colour);
  });
});
