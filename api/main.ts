import cluster from 'node:cluster';
import { connectDatabase, disconnectDatabase } from '../shared/db/connect';
import { watchOutages } from '../shared/db/outage-watch';
import { serveMetrics } from '../shared/infra/metrics';
import { onShutdown } from '../shared/infra/shutdown';
import { measureWaitingJobs } from '../shared/jobs/waiting-jobs';
import { config, isReader } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { refuseStart } from '../shared/kernel/start-problem';
import { measureData } from '../shared/migrations/data-metrics';
import { prepareDatabase } from '../shared/migrations/prepare-database';
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
  await prepareDatabase({ isReader: isReader(settings) });
  if (!isReader(settings)) {
    await ensureSystemAdmin(settings);
    await ensurePlans();
  }
  measureData();
  measureWaitingJobs();
  const metrics = await serveMetrics(settings);
  const api = await startApi(settings, { lingerMs: LINGER_MS });
  const endWatch = watchOutages();
  if (settings.NODE_ENV === 'production' && settings.BASE_URL.startsWith('http:'))
    logger.warn(`BASE_URL is ${settings.BASE_URL}, without TLS: only browsers on this machine can sign in.`);
  logger.info('api ready', { pid: process.pid, address: api.server.address() });
  onShutdown([
    { name: 'api', run: () => api.stop(), limitMs: STOP_MS },
    { name: 'metrics', run: () => void metrics?.close(), limitMs: DISCONNECT_MS },
    { name: 'outage watch', run: endWatch, limitMs: DISCONNECT_MS },
    { name: 'database', run: disconnectDatabase, limitMs: DISCONNECT_MS },
  ]);
}

main().catch((error: unknown) => refuseStart('the API', error));
