import { closeMailTransports } from '../shared/comms/mail/mail-transport';
import { connectDatabase, disconnectDatabase } from '../shared/db/connect';
import { ensureIndexes } from '../shared/db/indexes';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { measureWaitingJobs } from '../shared/jobs/waiting-jobs';
import { configWith } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { measureData } from '../shared/migrations/data-metrics';
import { checkSchema } from '../shared/migrations/schema-stamp.store';
import { collectSooner } from './heap';
import { loadJobs } from './load-jobs';
import { auditReceiver } from './platform/audit-receiver';
import { measureAuditStream } from './platform/audit-stream-metrics';
import { warnOfMissingFonts } from './render/font-warning';
import { closeRenderers } from './render/renderers';
import { queuesNamed, startWorker } from './worker';

const STOP_MS = 14_000;
const RENDERERS_MS = 2_000;
const DISCONNECT_MS = 1_000;

async function main(): Promise<void> {
  collectSooner();
  const settings = configWith(['MONGO_URL', 'REDIS_URL', 'BASE_URL', 'DATA_KEY']);
  const { MONGO_URL, REDIS_URL, QUEUE_PREFIX, METRICS_PORT, METRICS_HOST } = settings;
  const queues = queuesNamed(settings.WORKER_QUEUES);
  const receiver = settings.AUDIT_STREAM === undefined ? null : auditReceiver(settings.AUDIT_STREAM);
  await connectDatabase(MONGO_URL);
  await checkSchema();
  await ensureIndexes();
  const stopWorker = await startWorker(loadJobs(), { redisUrl: REDIS_URL, prefix: QUEUE_PREFIX, queues });
  measureData();
  measureWaitingJobs();
  if (receiver) measureAuditStream();
  // One port above the API's, which may run on the same machine.
  const metrics = serveMetrics({ METRICS_PORT: METRICS_PORT && METRICS_PORT + 1, METRICS_HOST });
  logger.info('worker ready', { pid: process.pid, queues });
  if (queues.includes('export')) await warnOfMissingFonts();
  onShutdown([
    { name: 'jobs', run: stopWorker, limitMs: STOP_MS },
    { name: 'mail', run: closeMailTransports, limitMs: DISCONNECT_MS },
    { name: 'metrics', run: () => void metrics?.close(), limitMs: DISCONNECT_MS },
    { name: 'renderers', run: closeRenderers, limitMs: RENDERERS_MS },
    { name: 'database', run: disconnectDatabase, limitMs: DISCONNECT_MS },
  ]);
}

main().catch((error: unknown) => {
  logger.error('the worker cannot start', { error });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
