import { derivedId } from '../kernel/ids';
import type { ImportRow, ImportSummary } from './contract';

/** What a list of the rows of an import can be narrowed to; `problem`: all but those created without a warning. */
export const ROW_FILTERS = ['created', 'skipped', 'error', 'problem'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/**
 * The id of what a row of an import creates, the same in every run of the job: a run that was killed and repeated knows
 * its own rows again and reports them as created. Shape: UUID version 4.
 */
export function importedRowId(jobId: string, row: number): string {
  return derivedId(jobId, row);
}

/** What became of the rows of an import, in numbers. */
export function summaryOf(rows: readonly ImportRow[], dryRun: boolean): ImportSummary {
  const counts = countRows(rows);
  return {
    total: rows.length,
    created: counts.created,
    skipped: counts.skipped,
    errors: counts.error,
    warnings: rows.filter(({ warnings }) => warnings.length > 0).length,
    dryRun,
  };
}

/** How many of the rows each filter shows. */
export function countRows(rows: readonly ImportRow[]): Record<RowFilter, number> {
  const counts = { created: 0, skipped: 0, error: 0, problem: 0 };
  for (const row of rows) for (const filter of ROW_FILTERS) if (matchesFilter(row, filter)) counts[filter] += 1;
  return counts;
}

/** Adds to the rows that someone may have to mend what the file has in them; `written` has the cells of all rows by their numbers. */
export function quoteProblems(rows: readonly ImportRow[], written: ReadonlyMap<number, string[]>): void {
  for (const row of rows) if (matchesFilter(row, 'problem')) row.cells = written.get(row.row) ?? [];
}

/** Whether a list that is narrowed to `filter` shows the row. */
export function matchesFilter({ outcome, warnings }: ImportRow, filter: RowFilter): boolean {
  return filter === 'problem' ? outcome !== 'created' || warnings.length > 0 : outcome === filter;
}
