import { inTransaction } from '../../shared/db/transaction';
import { AppError, notFound } from '../../shared/kernel/errors';
import type { RefusalReason } from '../../shared/kernel/refusals/refusal';
import type { Id } from './types';

/**
 * The rows of one request: 1 to 200 ids; a repeated one counts once.
 * @minItems 1 must name at least one row
 * @maxItems 200 must have at most 200 entries
 */
export type BulkIds = Id[];

/** A row that does not change, and why. */
export interface BulkRefusal extends RefusalReason {
  id: Id;
}

/** The result of a bulk request; for a dry run the expected result. */
export interface BulkResult {
  /** Number of changed rows. Rows that already were as requested are neither changed nor refused. */
  changed: number;
  refused: BulkRefusal[];
}

/** Errors that concern the request, not one of its rows. */
const OF_REQUEST: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

export class BulkRows {
  private readonly refusals = new Map<string, AppError>();

  public constructor(private readonly ids: readonly string[]) {}

  /** Ids without a refusal, in the order of the request. */
  public get open(): string[] {
    return this.ids.filter((id) => !this.refusals.has(id));
  }

  /** Refuses a row; the first reason counts. */
  public refuse(id: string, why: AppError): void {
    if (!this.refusals.has(id)) this.refusals.set(id, why);
  }

  /** Refuses the open ids without a row as NOT_FOUND; returns the rows by id. */
  public found<T extends { _id: string }>(rows: readonly T[]): Map<string, T> {
    const byId = new Map(rows.map((row) => [row._id, row]));
    for (const id of this.open) if (!byId.has(id)) this.refuse(id, notFound());
    return byId;
  }

  /**
   * Changes these rows, by default the open ones, one after the other, and returns how many changed. A refusal must be
   * thrown before anything is written, since all rows share a transaction.
   */
  public async each(change: (id: string) => Promise<unknown>, ids: readonly string[] = this.open): Promise<number> {
    let changed = 0;
    for (const id of ids) changed += await this.attempt([id], () => change(id));
    return changed;
  }

  /** Changes some rows together, and returns how many; a refusal refuses all of them. */
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

  public get refused(): BulkRefusal[] {
    return [...this.refusals].map(([id, error]) => ({ id, ...reasonOf(error) }));
  }
}

function reasonOf({ validationErrors: [field], reason, code }: AppError): RefusalReason {
  if (field?.code !== undefined) return { code: field.code, values: field.values ?? {} };
  return reason ?? { code, values: {} };
}

/** Rolls back the transaction of a dry run. */
class DryRunEnded extends Error {}

/**
 * Changes rows in one transaction: all that `change` does not refuse, or none when it throws. `change` returns the
 * number of changed rows and may run again. A dry run does the same and rolls back, so that it also covers effects
 * between rows, such as the quota.
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
