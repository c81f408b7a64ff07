import { config } from '../../shared/kernel/config';
import { PdfPool } from './pdf-pool';
import { RemotePrinter } from './remote-printer';

export interface PdfPrinter {
  /** Prints `html`; rejects with the reason of `signal`, or with a PrintFailure when it cannot be printed. */
  render(html: string, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/** Chromium, or the printer at `PRINTER_URL`, did not print a document. */
export class PrintFailure extends Error {
  override readonly name = 'PrintFailure';
}

let printer: PdfPrinter | undefined;

/** Returns what this process prints with: the printer at `PRINTER_URL`, else a Chromium of its own, which starts with the first document. */
export function pdfPrinter(): PdfPrinter {
  const { PRINTER_URL, CHROMIUM_PATH } = config();
  printer ??= namingFailures(
    PRINTER_URL ? new RemotePrinter(PRINTER_URL) : new PdfPool({ executablePath: CHROMIUM_PATH }),
  );
  return printer;
}

function namingFailures(inner: PdfPrinter): PdfPrinter {
  return {
    async render(html, signal) {
      try {
        return await inner.render(html, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw new PrintFailure('A document was not printed.', { cause: error });
      }
    },
    close: () => inner.close(),
  };
}

/** Ends what this process prints with. */
export async function closePrinter(): Promise<void> {
  const used = printer;
  printer = undefined;
  await used?.close();
}
