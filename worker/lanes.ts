/** Runs at most `count` tasks concurrently. */
export class Lanes {
  private readonly underWay = new Set<Promise<void>>();
  private failure: { error: unknown } | null = null;

  constructor(private readonly count: number) {}

  /**
   * Starts the task once fewer than `count` run; throws the failure of an earlier one instead. Always call `end` afterwards.
   */
  async begin(work: () => Promise<void>): Promise<void> {
    if (this.underWay.size >= this.count) await Promise.race(this.underWay);
    if (this.failure) throw this.failure.error;
    const running: Promise<void> = work()
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  /** Waits for all running tasks; throws the first failure. */
  async end(): Promise<void> {
    await Promise.all(this.underWay);
    if (this.failure) throw this.failure.error;
  }
}

/**
 * Runs `work` for every item, `lanes` at a time and started in order. After the first error running tasks finish, no
 * other starts, and the error is thrown.
 */
export async function inLanes<T>(items: Iterable<T>, lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const all = new Lanes(lanes);
  try {
    for (const item of items) await all.begin(() => work(item));
  } finally {
    await all.end();
  }
}

/** Splits a list into consecutive parts, each with the number of rows before it. */
export function* chunksOf<T>(rows: readonly T[], size: number): Generator<{ before: number; chunk: T[] }> {
  for (let before = 0; before < rows.length; before += size) yield { before, chunk: rows.slice(before, before + size) };
}
