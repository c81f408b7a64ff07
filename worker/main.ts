import { closeMailTransports } from '../shared/comms/mail-transport';
import { connectDatabase, disconnectDatabase, ensureIndexes } from '../shared/db/connect';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { config } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { handlers } from './handlers';
import { closeRenderers } from './render/renderers';
import { startWorker } from './worker';

async function main(): Promise<void> {
  const { MONGO_URL, REDIS_URL, QUEUE_PREFIX, METRICS_PORT } = config();
  await connectDatabase(MONGO_URL);
  await ensureIndexes();
  const stopWorker = await startWorker(handlers, { redisUrl: REDIS_URL, prefix: QUEUE_PREFIX });
  const metrics = serveMetrics(METRICS_PORT);
  logger.info('worker ready', { pid: process.pid });
  onShutdown(async () => {
    await stopWorker();
    closeMailTransports();
    metrics?.close();
    await closeRenderers();
    await disconnectDatabase();
  });
}

main().catch((error: unknown) => {
  logger.error('the worker cannot start', { error });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
