import type { components } from '../../build/openapi/internal';

export type BulkResult = components['schemas']['BulkResult'] & {
  /** How many things the changed rows make, where that is said in place of their number. */
  made?: number;
};

const ROWS_AT_ONCE = 200;

/** The results of all rows; `failure` is what stopped the requests before the last one. */
export interface BulkOutcome extends BulkResult {
  failure: unknown;
}

/** Sends the rows of a selection, 200 in one request, one after the other; `progress` gets the number that is done. */
export async function runBulk(
  ids: readonly string[],
  send: (ids: string[]) => Promise<BulkResult>,
  progress: (done: number) => void,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: 0, refused: [], failure: null };
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    progress(start);
    try {
      const { changed, refused, made } = await send(ids.slice(start, start + ROWS_AT_ONCE));
      outcome.changed += changed;
      if (made !== undefined) outcome.made = (outcome.made ?? 0) + made;
      outcome.refused.push(...refused);
    } catch (failure) {
      return { ...outcome, failure };
    }
  }
  progress(ids.length);
  return outcome;
}
