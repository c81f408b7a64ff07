import cluster from 'node:cluster';
import { connectDatabase, disconnectDatabase } from '../shared/db/connect';
import { ensureIndexes } from '../shared/db/indexes';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { measureWaitingJobs } from '../shared/jobs/waiting-jobs';
import { config } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { measureData } from '../shared/migrations/data-metrics';
import { checkSchema } from '../shared/migrations/schema-stamp.store';
import { ensureSystemAdmin } from './platform/accounts/bootstrap.service';
import { ensurePlans } from './platform/plans.service';
import { runProcesses } from './processes';
import { startApi } from './start-api';

/** An idle API stops within two seconds. */
const LINGER_MS = 1_000;
const STOP_MS = 14_000;
const DISCONNECT_MS = 1_000;

async function main(): Promise<void> {
  const settings = config();
  if (settings.API_PROCESSES > 1 && cluster.isPrimary) return runProcesses(settings);
  await connectDatabase(settings.MONGO_URL);
  await checkSchema();
  await ensureIndexes();
  await ensureSystemAdmin(settings);
  await ensurePlans();
  const api = await startApi(settings, { lingerMs: LINGER_MS });
  measureData();
  measureWaitingJobs();
  const metrics = serveMetrics(settings);
  logger.info('api ready', { pid: process.pid, address: api.server.address() });
  onShutdown([
    { name: 'api', run: () => api.stop(), limitMs: STOP_MS },
    { name: 'metrics', run: () => void metrics?.close(), limitMs: DISCONNECT_MS },
    { name: 'database', run: disconnectDatabase, limitMs: DISCONNECT_MS },
  ]);
}

main().catch((error: unknown) => {
  logger.error('the API cannot start', { error });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
