import { chunksOf, inLanes } from '../../worker/lanes';

/** Lets all go on that waits for nothing but other promises. */
const everythingElse = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Work on items, each of which ends when the test says so. */
function heldWork() {
  const held = new Map<number, (error?: Error) => void>();
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    await new Promise<void>((resolve, reject) => held.set(item, (error) => (error ? reject(error) : resolve())));
    held.delete(item);
  };
  const end = async (item: number, error?: Error): Promise<void> => {
    held.get(item)?.(error);
    await everythingElse();
  };
  return { work, end, begun, underWay: () => [...held.keys()] };
}

describe('work in lanes', () => {
  test('so many at once, begun in order, and all of them done', async () => {
    const { work, end, begun, underWay } = heldWork();
    const all = inLanes([1, 2, 3, 4, 5], 2, work);
    await everythingElse();
    const seen = [underWay()];
    for (const item of [2, 1, 3, 5]) {
      await end(item);
      seen.push(underWay());
    }
    expect(seen).toEqual([[1, 2], [1, 3], [3, 4], [4, 5], [4]]);
    await end(4);
    await all;
    expect([begun, underWay()]).toEqual([[1, 2, 3, 4, 5], []]);
  });

  test('the first failure is thrown after what is under way has ended, and nothing more begins', async () => {
    const { work, end, begun } = heldWork();
    let isOver = false;
    const all = inLanes([1, 2, 3, 4], 2, work).finally(() => (isOver = true));
    const thrown = expect(all).rejects.toThrow('the second fails');
    await everythingElse();
    await end(2, new Error('the second fails'));
    expect(isOver).toBe(false);
    await end(1);
    await thrown;
    expect(begun).toEqual([1, 2]);
    const fail = (): Promise<void> => Promise.reject(new Error('the only one fails'));
    await expect(inLanes([2], 2, fail)).rejects.toThrow('the only one fails');
    await inLanes([], 2, fail);
  });

  test('a list in parts, none longer than asked', () => {
    expect([...chunksOf(['a', 'b', 'c'], 2)]).toEqual([
      { before: 0, chunk: ['a', 'b'] },
      { before: 2, chunk: ['c'] },
    ]);
    expect([...chunksOf([], 2)]).toEqual([]);
  });
});
