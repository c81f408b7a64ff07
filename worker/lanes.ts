/**
 * Does `work` for every item, `lanes` at a time. The first error stops the lanes: what is under way ends, nothing new
 * begins, then it is thrown.
 */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let stopped = false;
  const lane = async (): Promise<void> => {
    while (!stopped && next < items.length) {
      const item = items[next++];
      if (item !== undefined) await work(item);
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(lanes, items.length) }, () =>
      lane().catch((error: unknown) => {
        stopped = true;
        throw error;
      }),
    ),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
