import { closeMailTransports } from '../shared/comms/mail/mail-transport';
import { connectDatabase, disconnectDatabase } from '../shared/db/connect';
import { watchOutages } from '../shared/db/outage-watch';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { measureWaitingJobs } from '../shared/jobs/waiting-jobs';
import { configWith } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { refuseStart } from '../shared/kernel/start-problem';
import { measureData } from '../shared/migrations/data-metrics';
import { prepareDatabase } from '../shared/migrations/prepare-database';
import { collectSooner } from './heap';
import { loadJobs } from './load-jobs';
import { auditReceiver } from './platform/audit-receiver';
import { measureAuditStream } from './platform/audit-stream-metrics';
import { closePrinter } from './render/pdf-printer';
import { warnBeforePrinting } from './render/print-warnings';
import { measureJobRuns } from './run-metrics';
import { isRenderer, queuesNamed, startWorker } from './worker';

const STOP_MS = 14_000;
const PRINTER_MS = 2_000;
const DISCONNECT_MS = 1_000;

async function main(): Promise<void> {
  collectSooner();
  const settings = configWith(['MONGO_URL', 'REDIS_URL', 'BASE_URL', 'DATA_KEY']);
  const { MONGO_URL, REDIS_URL, QUEUE_PREFIX, METRICS_PORT, METRICS_HOST } = settings;
  const queues = queuesNamed(settings.WORKER_QUEUES);
  const receiver = settings.AUDIT_STREAM === undefined ? null : auditReceiver(settings.AUDIT_STREAM);
  await connectDatabase(MONGO_URL);
  await prepareDatabase({ isReader: isRenderer(queues) });
  measureData();
  measureWaitingJobs();
  measureJobRuns();
  // One port above the API's, which may run on the same machine.
  const metrics = await serveMetrics({ METRICS_PORT: METRICS_PORT && METRICS_PORT + 1, METRICS_HOST });
  const stopWorker = await startWorker(loadJobs(), { redisUrl: REDIS_URL, prefix: QUEUE_PREFIX, queues });
  const endWatch = watchOutages();
  if (receiver) measureAuditStream();
  logger.info('worker ready', { pid: process.pid, queues });
  if (queues.includes('export') && !settings.PRINTER_URL) await warnBeforePrinting(settings.CHROMIUM_PATH);
  onShutdown([
    { name: 'jobs', run: stopWorker, limitMs: STOP_MS },
    { name: 'mail', run: closeMailTransports, limitMs: DISCONNECT_MS },
    { name: 'metrics', run: () => void metrics?.close(), limitMs: DISCONNECT_MS },
    { name: 'printer', run: closePrinter, limitMs: PRINTER_MS },
    { name: 'outage watch', run: endWatch, limitMs: DISCONNECT_MS },
    { name: 'database', run: disconnectDatabase, limitMs: DISCONNECT_MS },
  ]);
}

main().catch((error: unknown) => refuseStart('the worker', error));
