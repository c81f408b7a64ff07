import { levelsOnScale } from '../../shared/framework/level.rules';

const level = (at: number) => ({ level: at, label: `Label ${at}`, descriptor: `Does ${at}` });
const shown = (score: number, at: number) => ({ score, label: `Label ${at}`, descriptor: `Does ${at}` });

describe('levels beside the scale', () => {
  test.each([
    ['one for each step', [1, 2, 3], { min: 1, max: 3 }, [shown(1, 1), shown(2, 2), shown(3, 3)]],
    ['stored in another order', [3, 1, 2], { min: 1, max: 3 }, [shown(1, 1), shown(2, 2), shown(3, 3)]],
    ['a scale from 0', [1, 2], { min: 0, max: 1 }, [shown(0, 1), shown(1, 2)]],
    ['numbers with gaps, as many as steps', [1, 3, 5], { min: 1, max: 3 }, [shown(1, 1), shown(2, 3), shown(3, 5)]],
    ['one too few', [1, 2], { min: 1, max: 3 }, null],
    ['one too many', [1, 2, 3, 4], { min: 1, max: 3 }, null],
    ['none', [], { min: 1, max: 5 }, null],
  ])('%s', (_name, levels, scale, expected) => {
    expect(levelsOnScale(levels.map(level), scale)).toEqual(expected);
  });
});
