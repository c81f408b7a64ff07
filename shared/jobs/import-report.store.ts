import { bulkInsert } from '../db/bulk';
import { pickRow, pickRows } from '../db/pick';
import { countRows, isMissing, matchesFilter, type RowFilter } from './import-report';
import { type ImportReportPart, ImportReportPartModel } from './import-report.model';
import type { ImportRow } from './import-result';

/** Rows of one document: the largest page. */
const ROWS_PER_PART = 200;

/** Stores the rows of an import in order, and after them the employees without a row. Call it in the transaction that ends the job. */
export async function storeImportReport(jobId: string, unsorted: readonly ImportRow[]): Promise<void> {
  const all = unsorted.toSorted((a, b) => Number(isMissing(a)) - Number(isMissing(b)) || a.row - b.row);
  const parts = [...partsOf(all.filter((row) => !isMissing(row))), ...partsOf(all.filter(isMissing))];
  await bulkInsert<ImportReportPart>(
    ImportReportPartModel,
    parts.map((rows, part) => ({ jobId, part, counts: countRows(rows), rows })),
  );
}

function partsOf(rows: readonly ImportRow[]): ImportRow[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_PART) }, (_, part) =>
    rows.slice(part * ROWS_PER_PART, (part + 1) * ROWS_PER_PART),
  );
}

/** Remembers what a run of an import has done. A repeated run begins with these notes. */
export class ImportNotes {
  private constructor(
    private readonly jobId: string,
    private last: number,
  ) {}

  /** Begins after the notes of earlier runs. */
  static async of(jobId: string): Promise<ImportNotes> {
    const last = await pickRow(ImportReportPartModel.findOne({ jobId }).sort({ part: 1 }), 'part');
    return new ImportNotes(jobId, Math.min(last?.part ?? 0, 0));
  }

  /** Returns what stores the next note: call it in the transaction that does what the rows say. */
  next(): (rows: readonly ImportRow[]) => Promise<void> {
    this.last -= 1;
    const { jobId, last: part } = this;
    return async (rows) => {
      await bulkInsert<ImportReportPart>(ImportReportPartModel, [
        { jobId, part, counts: countRows(rows), rows: [...rows] },
      ]);
    };
  }
}

/** Returns what earlier runs of an import that has not ended have done. */
export async function notedRows(jobId: string): Promise<ImportRow[]> {
  const notes = await pickRows(ImportReportPartModel.find({ jobId, part: { $lt: 0 } }), 'rows');
  return notes.flatMap(({ rows }) => rows);
}

/** Deletes the notes of an import, in the transaction that stores its report. */
export async function forgetNotes(jobId: string): Promise<void> {
  await ImportReportPartModel.deleteMany({ jobId, part: { $lt: 0 } });
}

/** Returns all lines of an import's report, in the order of the file; employees without a row come last. */
export async function allImportRows(jobId: string): Promise<ImportRow[]> {
  const parts = await pickRows(ImportReportPartModel.find({ jobId }).sort({ part: 1 }), 'rows');
  return parts.flatMap(({ rows }) => rows);
}

/** A filter of rows, or the rows of the file that are no errors. */
type Shown = RowFilter | 'others' | null;

interface Slice {
  begin: number;
  end: number;
}

/**
 * Returns one page of the rows that match `filter`, or of all that the file has, with `errorsFirst` in that order; reads only the
 * parts that contain the page.
 */
export async function listImportRows(
  jobId: string,
  filter: RowFilter | null,
  { page, pageSize, errorsFirst = false }: { page: number; pageSize: number; errorsFirst?: boolean },
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const parts = await ImportReportPartModel.find({ jobId })
    .sort({ part: 1 })
    .select(['jobId', 'part', 'counts'])
    .lean<Counted[]>();
  const slice = { begin: (page - 1) * pageSize, end: page * pageSize };
  if (!errorsFirst || filter !== null) return listShown(parts, filter, slice);
  const errors = await listShown(parts, 'error', slice);
  const { begin, end } = slice;
  const below = { begin: Math.max(0, begin - errors.totalCount), end: Math.max(0, end - errors.totalCount) };
  const others = await listShown(parts, 'others', below);
  return { rows: [...errors.rows, ...others.rows], totalCount: errors.totalCount + others.totalCount };
}

type Counted = Pick<ImportReportPart, 'jobId' | 'part' | 'counts'>;

async function listShown(
  parts: readonly Counted[],
  filter: Shown,
  { begin, end }: Slice,
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const within: Counted[] = [];
  let before = 0;
  let skipped = 0;
  for (const part of parts) {
    const shown = shownOf(part, filter);
    if (before + shown <= begin) skipped = before + shown;
    else if (before < end && shown > 0) within.push(part);
    before += shown;
  }
  const found = await rowsOfParts(within);
  const rows = found.filter((row) =>
    filter === null ? true : filter === 'others' ? row.outcome !== 'error' : matchesFilter(row, filter),
  );
  return { rows: rows.slice(begin - skipped, end - skipped), totalCount: before };
}

function shownOf({ counts }: Counted, filter: Shown): number {
  if (filter !== null && filter !== 'others') return counts[filter] ?? 0;
  const others = counts.created + (counts.updated ?? 0) + (counts.unchanged ?? 0) + counts.skipped;
  return filter === null ? others + counts.error : others;
}

async function rowsOfParts(parts: readonly Counted[]): Promise<ImportRow[]> {
  const [first] = parts;
  if (!first) return [];
  const named = { jobId: first.jobId, part: { $in: parts.map(({ part }) => part) } };
  const found = await pickRows(ImportReportPartModel.find(named).sort({ part: 1 }), 'rows');
  return found.flatMap(({ rows }) => rows);
}
