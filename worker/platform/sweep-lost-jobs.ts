import { jobsSwept } from '../../shared/infra/metrics';
import { requeue } from '../../shared/jobs/enqueue';
import { findDueJobs } from '../../shared/jobs/ledger';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';

/** Enqueues jobs whose worker died or whose ticket the queue lost, tenant by tenant; without Redis, the next time. */
export async function sweepLostJobs(): Promise<void> {
  const lost = await findDueJobs();
  for (const tenantId of new Set(lost.map((job) => job.tenantId))) {
    const rows = lost.filter((job) => job.tenantId === tenantId);
    const areEnqueued = await runInContext({ requestId: newId(), tenantId, actor: null }, () => requeue(...rows));
    if (!areEnqueued) continue;
    jobsSwept.inc(rows.length);
    logger.info('lost jobs enqueued again', { tenantId, jobs: rows.length });
  }
}
