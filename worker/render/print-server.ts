import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { logger } from '../../shared/kernel/logger';
import type { PdfPrinter } from './pdf-printer';

/** A report of 1,000 comments has 1 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Answers `POST /print` (HTML) with the PDF, and `GET /health` with 200; stops printing what no one waits for any more. */
export function printServer(printer: Pick<PdfPrinter, 'render'>): Server {
  return createServer((request, response) => {
    const asked = `${request.method ?? ''} ${request.url ?? ''}`;
    if (asked === 'POST /print') void answer(printer, request, response);
    else response.writeHead(asked === 'GET /health' ? 200 : 404).end();
  });
}

async function answer(
  printer: Pick<PdfPrinter, 'render'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort(new Error('No one waits for this document')));
  try {
    if (Number(request.headers['content-length'] ?? Number.NaN) <= MAX_BYTES) {
      const pdf = await printer.render((await buffer(request)).toString('utf8'), left.signal);
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': pdf.length }).end(pdf);
    } else response.writeHead(413).end('A document has a length, of at most 64 MB.');
  } catch (error) {
    if (response.destroyed) return;
    logger.warn('printing', { error });
    response.writeHead(500).end(error instanceof Error ? error.message : '');
  }
}
