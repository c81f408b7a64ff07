import { jobsSwept } from '../shared/infra/metrics';
import { findLostJobs } from '../shared/jobs/ledger';
import { carry } from '../shared/jobs/enqueue';
import { claimSchedule } from '../shared/jobs/schedule.model';
import { runInContext } from '../shared/kernel/context';
import { newId } from '../shared/kernel/ids';
import { logger } from '../shared/kernel/logger';

interface Schedule {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

const TICK_MS = 1_000;

/** What runs by the clock; of all workers one fires each (see `claimSchedule`). */
const SCHEDULES: readonly Schedule[] = [{ name: 'sweep-lost-jobs', everyMs: 5_000, run: sweepLostJobs }];

/** Starts the clock of this worker; returns a function that stops it and waits for a firing under way. */
export function startSchedules(): () => Promise<void> {
  let stopped = false;
  let firing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    firing = firing.then(() => (stopped ? undefined : tick()));
  }, TICK_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await firing;
  };
}

async function tick(): Promise<void> {
  for (const { name, everyMs, run } of SCHEDULES) {
    try {
      if (await claimSchedule(name, everyMs)) await run();
    } catch (error) {
      logger.warn('schedule', { error, schedule: name });
    }
  }
}

/** Carries jobs whose tickets the queue lost, tenant by tenant. */
export async function sweepLostJobs(): Promise<void> {
  const lost = await findLostJobs();
  for (const tenantId of new Set(lost.map((job) => job.tenantId))) {
    const rows = lost.filter((job) => job.tenantId === tenantId);
    await runInContext({ requestId: newId(), tenantId, actor: null }, () => carry(...rows));
    jobsSwept.inc(rows.length);
    logger.info('lost jobs carried again', { tenantId, jobs: rows.length });
  }
}
