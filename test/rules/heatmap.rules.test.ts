import { heatmapFigures } from '../../shared/insight/gaps/heatmap.rules';

const gaps = (...levels: number[]) => levels.map((gapLevel) => ({ gapLevel }));

describe('a row of the heatmap, over subjects with data', () => {
  test.each([
    ['no gap', false, gaps(0, 0), { isCritical: false, averageGap: 0, affected: 0, percent: 0, burden: 0 }],
    [
      'half affected',
      false,
      gaps(0, 1, 0, 3),
      { isCritical: false, averageGap: 1, affected: 2, percent: 50, burden: 2 },
    ],
    [
      'critical weighs double',
      true,
      gaps(0, 1, 0, 3),
      { isCritical: true, averageGap: 1, affected: 2, percent: 50, burden: 4 },
    ],
  ])('%s', (_name, isCritical, row, figures) => {
    expect(heatmapFigures(isCritical, row)).toEqual(figures);
  });

  test('without data there is no average and no share', () => {
    const none = { averageGap: null, affected: 0, percent: null, burden: 0 };
    expect(heatmapFigures(true, [])).toEqual({ isCritical: true, ...none });
  });
});
