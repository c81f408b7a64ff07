import { derivedId } from '../kernel/ids';
import type { ImportRow, ImportSummary } from './contract';

/** Filters of an import's rows; `problem`: all except those created or updated without a warning. */
export const ROW_FILTERS = ['created', 'updated', 'skipped', 'error', 'problem'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/**
 * Returns the id of what a row of an import creates, a UUID version 4. It is the same in every run of the job, so that
 * a repeated run recognizes its own rows and reports them as created.
 */
export function importedRowId(jobId: string, row: number): string {
  return derivedId(jobId, row);
}

/** Counts the rows of an import by outcome. */
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

/** Counts the rows by filter. */
export function countRows(rows: readonly ImportRow[]): Record<RowFilter, number> {
  const counts = { created: 0, updated: 0, skipped: 0, error: 0, problem: 0 };
  for (const row of rows) for (const filter of ROW_FILTERS) if (matchesFilter(row, filter)) counts[filter] += 1;
  return counts;
}

/** Adds the cells of the file to the rows that someone may have to correct; `written` has the cells of all rows by row number. */
export function quoteProblems(rows: readonly ImportRow[], written: ReadonlyMap<number, string[]>): void {
  for (const row of rows) if (matchesFilter(row, 'problem')) row.cells = written.get(row.row) ?? [];
}

/** Whether a list with this filter contains the row. */
export function matchesFilter({ outcome, warnings }: ImportRow, filter: RowFilter): boolean {
  if (filter !== 'problem') return outcome === filter;
  return outcome === 'skipped' || outcome === 'error' || warnings.length > 0;
}
