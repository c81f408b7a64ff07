import { config } from '../../shared/kernel/config';
import { PdfPool } from './pdf-pool';

let pool: PdfPool | undefined;

/** Returns the PDF printer of this process; Chromium starts with the first document. */
export function pdfPool(): PdfPool {
  pool ??= new PdfPool({ executablePath: config().CHROMIUM_PATH });
  return pool;
}

/** Closes Chromium. */
export async function closeRenderers(): Promise<void> {
  const used = pool;
  pool = undefined;
  await used?.close();
}
