import { inTransaction } from '../../shared/db/transaction';
import { AppError, notFound } from '../../shared/kernel/errors';
import type { RefusalReason } from '../../shared/kernel/refusals/sentence';
import type { Id } from './types';

/**
 * The rows of one request: 1 to 200 ids; a repeated one counts once.
 * @minItems 1 must name at least one row
 * @maxItems 200 must have at most 200 entries
 */
export type BulkIds = Id[];

/** A row that stays as it is, and why. */
export interface BulkRefusal extends RefusalReason {
  id: Id;
}

/** What became of the rows of a bulk request; of a dry run, what would. */
export interface BulkResult {
  /** Rows that changed. Those that were as requested already are neither changed nor refused. */
  changed: number;
  refused: BulkRefusal[];
}

/** Failures that concern the request, not one of its rows. */
const OF_REQUEST: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

/** The rows of one bulk request while it decides about each of them. */
export class BulkRows {
  private readonly refusals = new Map<string, AppError>();

  public constructor(private readonly ids: readonly string[]) {}

  /** Ids that nothing has refused yet, in the order of the request. */
  public get open(): string[] {
    return this.ids.filter((id) => !this.refusals.has(id));
  }

  /** Leaves a row as it is; the first reason counts. */
  public refuse(id: string, why: AppError): void {
    if (!this.refusals.has(id)) this.refusals.set(id, why);
  }

  /** Refuses the open ids of which there is no row, as unknown ones are refused everywhere; returns the rows by their ids. */
  public found<T extends { _id: string }>(rows: readonly T[]): Map<string, T> {
    const byId = new Map(rows.map((row) => [row._id, row]));
    for (const id of this.open) if (!byId.has(id)) this.refuse(id, notFound());
    return byId;
  }

  /**
   * Does the same with each of these rows, the open ones unless told otherwise, one after the other, and returns with how many. What
   * refuses one must do so before it writes, since all rows share a transaction.
   */
  public async each(change: (id: string) => Promise<unknown>, ids: readonly string[] = this.open): Promise<number> {
    let changed = 0;
    for (const id of ids) changed += await this.attempt([id], () => change(id));
    return changed;
  }

  /** Changes some rows together, and returns how many; what is thrown for one of them refuses all. */
  public async attempt(ids: readonly string[], change: () => Promise<unknown>): Promise<number> {
    try {
      await change();
      return ids.length;
    } catch (error) {
      if (!(error instanceof AppError) || OF_REQUEST.has(error.code)) throw error;
      for (const id of ids) this.refuse(id, error);
      return 0;
    }
  }

  /** What was refused, as it is answered. */
  public get refused(): BulkRefusal[] {
    return [...this.refusals].map(([id, error]) => ({ id, ...reasonOf(error) }));
  }
}

/** A refusal by a field is told by what is wrong with the field. */
function reasonOf({ validationErrors: [field], reason, code }: AppError): RefusalReason {
  if (field?.code !== undefined) return { code: field.code, values: field.values ?? {} };
  return reason ?? { code, values: {} };
}

/** Ends the transaction of a dry run, so that nothing of it is kept. */
class DryRunEnded extends Error {}

/**
 * Changes rows in one transaction: those that `change` does not refuse all change, or none when it throws. `change` returns how
 * many it changed and may run again. A dry run does the same and keeps nothing of it, so that it foretells what depends on other
 * rows of the request too, such as a place in the subscription plan.
 */
export async function changeRows(
  { ids, dryRun = false }: { ids: readonly string[]; dryRun?: boolean },
  change: (rows: BulkRows) => Promise<number>,
): Promise<BulkResult> {
  let result: BulkResult = { changed: 0, refused: [] };
  try {
    await inTransaction(async () => {
      const rows = new BulkRows([...new Set(ids)]);
      const changed = await change(rows);
      result = { changed, refused: rows.refused };
      if (dryRun) throw new DryRunEnded();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error;
  }
  return result;
}
