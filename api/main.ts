import { createServer } from 'node:http';
import { closeMailTransports } from '../shared/comms/mail-transport';
import { connectDatabase, disconnectDatabase, ensureIndexes } from '../shared/db/connect';
import { assertNoEviction, connectRedis, COUNTING, FAIL_FAST, untilReady } from '../shared/infra/redis';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { closeQueues, openQueues } from '../shared/jobs/queues';
import { openWatch } from '../shared/jobs/watch';
import { config } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { createApp } from './app';
import { closeServer } from './http/close-server';
import { ensureSystemAdmin } from './platform/bootstrap.service';
import { ensurePlans } from './platform/plans.service';

async function main(): Promise<void> {
  const settings = config();
  await connectDatabase(settings.MONGO_URL);
  await ensureIndexes();
  const redis = connectRedis(settings.REDIS_URL, FAIL_FAST);
  const counters = connectRedis(settings.REDIS_URL, COUNTING);
  await Promise.all([untilReady(redis), untilReady(counters)]);
  await assertNoEviction(redis);
  const queues = openQueues(redis, settings.QUEUE_PREFIX);
  const closeWatch = openWatch(settings.REDIS_URL, settings.QUEUE_PREFIX);
  await ensureSystemAdmin(settings);
  await ensurePlans();
  const metrics = serveMetrics(settings.METRICS_PORT);
  let stopping = false;
  const server = createServer(createApp({ config: settings, redis, counters, queues, isStopping: () => stopping }));
  server.listen(settings.PORT, () => logger.info('api ready', { pid: process.pid, address: server.address() }));
  onShutdown(async () => {
    stopping = true;
    await closeServer(server);
    closeMailTransports();
    metrics?.close();
    await closeWatch();
    await closeQueues();
    redis.disconnect();
    counters.disconnect();
    await disconnectDatabase();
  });
}

main().catch((error: unknown) => {
  logger.error('the API cannot start', { error });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
