import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf, inLanes } from '../../worker/lanes';

describe('work in lanes', () => {
  test('so many at once, begun in order, and all of them done', async () => {
    const [begun, done]: [number[], number[]] = [[], []];
    let most = 0;
    await inLanes([5, 1, 3, 2, 4], 2, async (item) => {
      begun.push(item);
      most = Math.max(most, begun.length - done.length);
      await sleep(item);
      done.push(item);
    });
    expect([begun, done.sort(), most]).toEqual([[5, 1, 3, 2, 4], [1, 2, 3, 4, 5], 2]);
  });

  test('the first failure is thrown after what is under way has ended, and nothing more begins', async () => {
    const [begun, done]: [number[], number[]] = [[], []];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await sleep(item === 2 ? 1 : 20);
      if (item === 2) throw new Error('the second fails');
      done.push(item);
    };
    await expect(inLanes([1, 2, 3, 4], 2, work)).rejects.toThrow('the second fails');
    expect([begun, done]).toEqual([[1, 2], [1]]);
    await expect(inLanes([2], 2, work)).rejects.toThrow('the second fails');
    await inLanes([], 2, work);
  });

  test('a list in parts, none longer than asked', () => {
    expect([...chunksOf(['a', 'b', 'c'], 2)]).toEqual([
      { before: 0, chunk: ['a', 'b'] },
      { before: 2, chunk: ['c'] },
    ]);
    expect([...chunksOf([], 2)]).toEqual([]);
  });
});
