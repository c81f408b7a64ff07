import { jobsSwept } from '../../shared/infra/metrics';
import { requeue } from '../../shared/jobs/enqueue';
import { findLostJobs } from '../../shared/jobs/ledger';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';

/** Carries jobs whose tickets the queue lost, tenant by tenant. */
export async function sweepLostJobs(): Promise<void> {
  const lost = await findLostJobs();
  for (const tenantId of new Set(lost.map((job) => job.tenantId))) {
    const rows = lost.filter((job) => job.tenantId === tenantId);
    await runInContext({ requestId: newId(), tenantId, actor: null }, () => requeue(...rows));
    jobsSwept.inc(rows.length);
    logger.info('lost jobs carried again', { tenantId, jobs: rows.length });
  }
}
