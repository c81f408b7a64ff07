import { createHash } from 'node:crypto';
import type { ImportResult, ImportRow } from './contract';

/**
 * The id of what a row of an import creates, the same in every run of the job: a run that was killed and repeated knows
 * its own rows again and reports them as created. Shape: UUID version 4.
 */
export function importedRowId(jobId: string, row: number): string {
  const hex = createHash('sha256').update(`${jobId}:${row}`).digest('hex');
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
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
