/** Two ways to do the same work, timed alternately in one process. */
export interface Comparison {
  work: string;
  against: string;
  /** The ratio ours / raw must not pass this. */
  atMost: number;
  /** Most megabytes of memory that ours may add; undefined where nothing is asked. */
  memoryAtMost?: number;
  /** Rounds after the one that warms up (default 5). */
  rounds?: number;
  /** Make what one round needs, outside of its time. */
  prepareOurs?: () => Promise<void>;
  prepareRaw?: () => Promise<void>;
  ours: () => Promise<unknown>;
  raw: () => Promise<unknown>;
  /** How many rows, requests or bytes ours has made in its last round, and how many it ought to: less is no result. */
  made: () => Promise<number> | number;
  expected: number;
  /** Ends what the comparison has started. */
  close?: () => Promise<void>;
}

export interface Measured {
  work: string;
  against: string;
  oursMs: number;
  rawMs: number;
  ratio: number;
  atMost: number;
  /** Megabytes that our way added to the resident size in its first round; null where not asked. */
  addedMb: number | null;
  memoryAtMost: number | null;
}

const ROUNDS = 5;
const SAMPLE_MS = 5;

/**
 * Medians of alternating rounds after one that warms up; times in milliseconds. Throws an Error when a round has not made what
 * it ought to; ends the comparison.
 */
export async function compare(comparison: Comparison, rounds = comparison.rounds ?? ROUNDS): Promise<Measured> {
  try {
    return await measured(comparison, rounds);
  } finally {
    await comparison.close?.();
  }
}

async function measured(comparison: Comparison, rounds: number): Promise<Measured> {
  const { work, against, atMost, memoryAtMost, ours, raw, prepareOurs, prepareRaw } = comparison;
  const oursMs: number[] = [];
  const rawMs: number[] = [];
  let addedMb = 0;
  for (let round = 0; round <= rounds; round++) {
    await prepareOurs?.();
    const [ms, mb] = await timedWithMemory(ours);
    const made = await comparison.made();
    if (made !== comparison.expected) throw new Error(`${work}: ${made} instead of ${comparison.expected}`);
    await prepareRaw?.();
    const rawTime = await timed(raw);
    if (round === 0) {
      addedMb = mb; // later rounds use again what this one reserved
      continue; // it warms up
    }
    oursMs.push(ms);
    rawMs.push(rawTime);
  }
  const [ourMedian, rawMedian] = [median(oursMs), median(rawMs)];
  return {
    work,
    against,
    oursMs: ourMedian,
    rawMs: rawMedian,
    ratio: ourMedian / rawMedian,
    atMost,
    addedMb: memoryAtMost === undefined ? null : addedMb,
    memoryAtMost: memoryAtMost ?? null,
  };
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds that the work takes, and the megabytes that it adds to what the process occupies. */
export async function timedWithMemory(work: () => Promise<unknown>): Promise<[ms: number, mb: number]> {
  globalThis.gc?.();
  const before = bytesInUse();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, bytesInUse())), SAMPLE_MS);
  const ms = await timed(work);
  clearInterval(sampler);
  return [ms, (Math.max(peak, bytesInUse()) - before) / 1024 / 1024];
}

/** What the process occupies; it seldom gives back what a work made it reserve. */
function bytesInUse(): number {
  return process.memoryUsage().rss;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
