import { bulkInsert } from '../db/bulk';
import { pickRows } from '../db/pick';
import type { ImportRow } from './contract';
import { countRows, matchesFilter, type RowFilter } from './import-report';
import { type ImportReportPart, ImportReportPartModel } from './import-report.model';

/** Rows of one document: the largest page. */
const ROWS_PER_PART = 200;

/** Stores the rows of an import in order. Call it in the transaction that ends the job. */
export async function storeImportReport(jobId: string, unsorted: readonly ImportRow[]): Promise<void> {
  const all = unsorted.toSorted((a, b) => a.row - b.row);
  const parts = Array.from({ length: Math.ceil(all.length / ROWS_PER_PART) }, (_, part) => {
    const rows = all.slice(part * ROWS_PER_PART, (part + 1) * ROWS_PER_PART);
    return { jobId, part, counts: countRows(rows), rows };
  });
  await bulkInsert<ImportReportPart>(ImportReportPartModel, parts);
}

/** Returns all rows of an import's report, in the order of the file. */
export async function allImportRows(jobId: string): Promise<ImportRow[]> {
  const parts = await pickRows(ImportReportPartModel.find({ jobId }).sort({ part: 1 }), 'rows');
  return parts.flatMap(({ rows }) => rows);
}

/** Returns one page of the rows that match `filter`, or of all; reads only the parts that contain the page. */
export async function listImportRows(
  jobId: string,
  filter: RowFilter | null,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const parts = await ImportReportPartModel.find({ jobId })
    .sort({ part: 1 })
    .select(['part', 'counts'])
    .lean<Pick<ImportReportPart, 'part' | 'counts'>[]>();
  const [begin, end] = [(page - 1) * pageSize, page * pageSize];
  const within: number[] = [];
  let before = 0;
  let skipped = 0;
  for (const { part, counts } of parts) {
    const shown =
      filter === null ? counts.created + (counts.updated ?? 0) + counts.skipped + counts.error : (counts[filter] ?? 0);
    if (before + shown <= begin) skipped = before + shown;
    else if (before < end && shown > 0) within.push(part);
    before += shown;
  }
  const found = await rowsOfParts(jobId, within);
  const rows = filter === null ? found : found.filter((row) => matchesFilter(row, filter));
  return { rows: rows.slice(begin - skipped, end - skipped), totalCount: before };
}

async function rowsOfParts(jobId: string, parts: readonly number[]): Promise<ImportRow[]> {
  if (parts.length === 0) return [];
  const found = await pickRows(ImportReportPartModel.find({ jobId, part: { $in: parts } }).sort({ part: 1 }), 'rows');
  return found.flatMap(({ rows }) => rows);
}
