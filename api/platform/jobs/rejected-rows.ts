import { Readable } from 'node:stream';
import type { Request } from 'express';
import { type CsvColumns, headingName, readCsvSource } from '../../../shared/infra/csv';
import { findFile, readFile } from '../../../shared/infra/files';
import type { ImportSummary, JobName } from '../../../shared/jobs/contract';
import { allImportRows } from '../../../shared/jobs/import-report.store';
import { JobStatus } from '../../../shared/jobs/job.model';
import { conflict, notFound } from '../../../shared/kernel/errors';
import { downloadHeaders, sendStream } from '../../http/send-stream';
import { findJob } from './jobs.queries';

type ImportJobName = Extract<JobName, `${string}.import-${string}`>;

const BYTE_ORDER_MARK = '\uFEFF';
const REASON = 'reason';

/**
 * Sends the rows of an import or of its check that were errors or skipped: the columns of the uploaded file and the reason,
 * ready to be corrected and uploaded again. Throws NOT_FOUND when there is no such import or its file has been deleted,
 * CONFLICT when it has not succeeded.
 */
export async function sendRejectedRows(
  request: Request,
  jobId: string,
  { type, columns }: { type: ImportJobName; columns: CsvColumns },
): Promise<Readable> {
  const job = await findJob(jobId);
  if (job.type !== type) throw notFound();
  if (job.status !== JobStatus.Succeeded)
    throw conflict(`The import is ${job.status}. Its rejected rows exist once it has Succeeded.`);
  // The handler of this type wrote the result, and its route the payload.
  const { headings = [] } = job.result as ImportSummary;
  const { fileId } = job.payload as { fileId: string };
  const [file, uploaded] = [await findFile(fileId), await readFile(fileId)];
  const rows = await allImportRows(jobId);
  const reasons = new Map(
    rows.filter(({ outcome }) => outcome !== 'created').map(({ row, message }) => [row, message ?? '']),
  );
  // As the import read them, whatever headings the organization uses since.
  const aliases = new Map(headings.flatMap(({ heading, column }) => (column ? [[headingName(heading), column]] : [])));
  const bytes = Buffer.from(BYTE_ORDER_MARK + rejectedCsv(uploaded, { ...columns, aliases }, reasons));
  const name = `${file.name.replace(/\.csv$/i, '')} rejected rows.csv`;
  return sendStream(
    request,
    Readable.from([bytes]),
    downloadHeaders({ name, contentType: 'text/csv; charset=utf-8', size: bytes.length }),
  );
}

function rejectedCsv(uploaded: Buffer, columns: CsvColumns, reasons: ReadonlyMap<number, string>): string {
  const { separator, header, records } = readCsvSource(uploaded, columns);
  const line = (cells: readonly string[], reason: string): string => {
    // A short row gets its empty cells back, so that the reason stands below its heading.
    const padding = Array.from({ length: Math.max(0, header.cells.length - cells.length) }, () => '');
    return [...cells, ...padding, `"${reason.replaceAll('"', '""')}"`].join(separator);
  };
  const lines = [line(header.cells, REASON)];
  for (const { row, cells } of records) {
    const reason = reasons.get(row);
    if (reason !== undefined) lines.push(line(cells, reason));
  }
  return lines.join('\r\n') + '\r\n';
}
