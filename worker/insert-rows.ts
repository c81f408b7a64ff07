import type { Model } from 'mongoose';
import { bulkInsert, type BulkInsertResult, type NewRow } from '../shared/db/bulk';
import type { TenantRow } from '../shared/db/rows';
import type { JobName } from '../shared/jobs/contract';
import type { Run } from './define-job';

/**
 * Inserts rows of a job in chunks, each in its own fenced transaction, and reports progress. `before` rows were done
 * earlier; `total` defaults to these rows.
 */
export function insertRows<T extends TenantRow>(
  run: Pick<Run<JobName>, 'write' | 'progress'>,
  model: Model<T>,
  rows: readonly NewRow<T>[],
  { before = 0, total = rows.length }: { before?: number; total?: number } = {},
): Promise<BulkInsertResult<T>> {
  return bulkInsert(model, rows, {
    async eachChunk(insert, done) {
      await run.progress(Math.min(before + done, total), total);
      return run.write(insert);
    },
  });
}
