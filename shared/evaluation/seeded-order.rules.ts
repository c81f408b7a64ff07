/**
 * Returns rows in a pseudorandom order that depends only on the seed and the ids: by a 32-bit hash of both, then by id.
 * Later rows with a repeated id are dropped.
 */
export function seededOrder<T extends { id: string }>(rows: readonly T[], seed: string): T[] {
  const start = hash(seed, 0x811c9dc5);
  const keyed = new Map(rows.map((row) => [row.id, { row, key: scramble(hash(row.id, start)) }]));
  return [...keyed.values()].sort((a, b) => a.key - b.key || (a.row.id < b.row.id ? -1 : 1)).map(({ row }) => row);
}

/** FNV-1a, continued from `start`. */
function hash(text: string, start: number): number {
  let value = start;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

/** Finalizer of MurmurHash3: spreads the last characters, which FNV leaves in the low bits, over all bits. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
