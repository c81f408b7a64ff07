import { derivedId } from '../kernel/ids';
import type { ImportResult, ImportRow } from './contract';

/**
 * The id of what a row of an import creates, the same in every run of the job: a run that was killed and repeated knows
 * its own rows again and reports them as created. Shape: UUID version 4.
 */
export function importedRowId(jobId: string, row: number): string {
  return derivedId(jobId, row);
}

/** The answer of an import from what became of its rows (decisions 3). */
export function importReport(rows: ImportRow[], dryRun: boolean): ImportResult {
  const count = (outcome: ImportRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    total: rows.length,
    created: count('created'),
    skipped: count('skipped'),
    errors: count('error'),
    dryRun,
    rows: rows.toSorted((a, b) => a.row - b.row),
  };
}
