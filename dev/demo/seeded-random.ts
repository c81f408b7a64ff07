/** A repeatable source of randomness: the same seed and keys give the same numbers on every machine. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from min to max, both included. */
  integer(min: number, max: number): number;
  /** True with this probability (0..1). */
  chance(probability: number): boolean;
  /** One of the items; throws when there are none. */
  pick<T>(items: readonly T[]): T;
  /** A new array in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** Normally distributed. */
  normal(mean: number, deviation: number): number;
}

/** Random numbers for this seed; keys (an email, a code) split it into independent streams, so that the order of calls does not matter. */
export function seededRandom(seed: number, ...keys: string[]): SeededRandom {
  const next = mulberry32(hash(`${seed}|${keys.join('|')}`));
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    shuffled(items) {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    normal(mean, deviation) {
      // Box-Muller; 1 - next() is never 0.
      return mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    },
  };
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
