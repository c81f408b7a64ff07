import { seededOrder } from '../../shared/evaluation/seeded-order.rules';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `employee-${at}` }));
const ids = (ordered: { id: string }[]) => ordered.map(({ id }) => id);

describe('seeded order', () => {
  test('does not depend on the order of the rows', () => {
    const many = rows(1000);
    const forward = ids(seededOrder(many, 'seed'));
    expect(forward).toEqual(ids(seededOrder([...many].reverse(), 'seed')));
    expect(new Set(forward).size).toBe(many.length);
  });

  test('not even for two ids whose hashes meet (found by search, for the seed "seed")', () => {
    const pair = [{ id: 'f695efda-7b67-4393-b3f0-ba5a990a5090' }, { id: 'c6fd61ac-83f3-4bc0-be72-5fb1d2acfa62' }];
    expect(ids(seededOrder(pair, 'seed'))).toEqual(ids(seededOrder([...pair].reverse(), 'seed')));
  });

  test('differs by seed', () => {
    const orders = ['a', 'b', 'c', ''].map((seed) => ids(seededOrder(rows(20), seed)).join());
    expect(new Set(orders).size).toBe(4);
  });

  test('favours no row: over many seeds each comes first about as often', () => {
    const firsts = new Map<string, number>();
    for (let seed = 0; seed < 4000; seed += 1) {
      const first = seededOrder(rows(8), String(seed))[0]?.id ?? '';
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    expect(firsts.size).toBe(8);
    for (const count of firsts.values()) expect(Math.abs(count - 500)).toBeLessThan(120);
  });

  test('names no one twice', () => {
    expect(ids(seededOrder([{ id: 'x' }, { id: 'x' }], 'seed'))).toEqual(['x']);
  });
});
