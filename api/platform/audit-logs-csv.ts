import { Readable } from 'node:stream';
import type { Request } from 'express';
import { csvLine } from '../../shared/infra/csv-line';
import { toInstant } from '../../shared/kernel/clock';
import { downloadHeaders, sendStream } from '../http/send-stream';
import type { ReadableEntry } from './audit-logs.queries';

/** Excel takes a file without it for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS: Readonly<Record<string, (row: ReadableEntry) => string | number | null>> = {
  sequence: ({ sequence }) => sequence,
  occurredAt: ({ occurredAt }) => toInstant(occurredAt),
  eventType: ({ eventType }) => eventType,
  entityType: ({ entityType }) => entityType,
  entityId: ({ entityId }) => entityId,
  actorType: ({ actorType }) => actorType,
  actorEmail: ({ actorEmail }) => actorEmail,
  actorId: ({ actorId }) => actorId,
  ip: ({ ip }) => ip,
  userAgent: ({ userAgent }) => userAgent,
  requestId: ({ requestId }) => requestId,
  changes: ({ changes }) => JSON.stringify(changes),
  hash: ({ hash }) => hash,
};

/** Sends entries as a CSV file while they are read. */
export async function sendAuditCsv(request: Request, pages: AsyncIterable<ReadableEntry[]>): Promise<Readable> {
  const headers = downloadHeaders({ name: 'audit-log.csv', contentType: 'text/csv; charset=utf-8' });
  return sendStream(request, Readable.from(csvOf(pages)), headers);
}

async function* csvOf(pages: AsyncIterable<ReadableEntry[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  const cells = Object.values(COLUMNS);
  for await (const rows of pages) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
}
