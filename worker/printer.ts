import { listen } from '../shared/infra/listen';
import { onShutdown } from '../shared/infra/shutdown';
import { configWith } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { refuseStart } from '../shared/kernel/start-problem';
import { PdfPool } from './render/pdf-pool';
import { printServer } from './render/print-server';
import { warnBeforePrinting } from './render/print-warnings';

const STOP_MS = 2_000;

/** Prints the reports of renderers (`PRINTER_URL`) with Chromium: a process without a secret, a database or a way out. */
async function main(): Promise<void> {
  const { CHROMIUM_PATH, PRINTER_HOST, PRINTER_PORT } = configWith([]);
  const pool = new PdfPool({ executablePath: CHROMIUM_PATH });
  const server = printServer(pool);
  onShutdown([
    { name: 'requests', run: () => void server.close(), limitMs: STOP_MS },
    { name: 'Chromium', run: () => pool.close(), limitMs: STOP_MS },
  ]);
  await listen(server, { port: PRINTER_PORT, host: PRINTER_HOST, setting: 'PRINTER_PORT' });
  logger.info('printer ready', { address: server.address() });
  await warnBeforePrinting(CHROMIUM_PATH);
}

main().catch((error: unknown) => refuseStart('the printer', error));
