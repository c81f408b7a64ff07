import { derivedId } from '../kernel/ids';
import type { ImportRow, ImportSummary, WarningGroup } from './import-result';

/** Filters of an import's rows; `problem`: all that are refused or have a warning, `missing`: employees without a row. */
export const ROW_FILTERS = ['created', 'updated', 'unchanged', 'skipped', 'error', 'problem', 'missing'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/**
 * Returns the id of what a row of an import creates, a UUID version 4. It is the same in every run of the job, so that
 * a repeated run recognizes its own rows and reports them as created.
 */
export function importedRowId(jobId: string, row: number): string {
  return derivedId(jobId, row);
}

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

export function countRows(rows: readonly ImportRow[]): Record<RowFilter, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, error: 0, problem: 0, missing: 0 };
  for (const row of rows) for (const filter of ROW_FILTERS) if (matchesFilter(row, filter)) counts[filter] += 1;
  return counts;
}

/** Adds the cells of the file to the rows with problems; `written` has the cells of all rows by row number. */
export function quoteProblems(rows: readonly ImportRow[], written: ReadonlyMap<number, string[]>): void {
  for (const row of rows) if (matchesFilter(row, 'problem')) row.cells = written.get(row.row) ?? [];
}

export function matchesFilter({ outcome, warnings }: ImportRow, filter: RowFilter): boolean {
  if (filter === 'missing') return isMissing({ outcome });
  if (filter !== 'problem') return outcome === filter;
  return outcome === 'skipped' || outcome === 'error' || warnings.length > 0;
}

/** Whether a line of a report is about an employee without a row in the file. */
export function isMissing({ outcome }: Pick<ImportRow, 'outcome'>): boolean {
  return outcome === 'missing' || outcome === 'terminated';
}

/** Groups the warnings of rows by what they say, those of most rows first. */
export function warningGroups(rows: readonly ImportRow[], max: number): WarningGroup[] {
  const groups = new Map<string, WarningGroup>();
  for (const { warningReasons = [] } of rows)
    for (const warning of warningReasons) {
      const key = `${warning.column} ${warning.message}`;
      const group = groups.get(key);
      if (group) group.rows += 1;
      else groups.set(key, { ...warning, rows: 1 });
    }
  return [...groups.values()].sort((a, b) => b.rows - a.rows).slice(0, max);
}
