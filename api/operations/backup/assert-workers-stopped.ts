import { setTimeout as pause } from 'node:timers/promises';
import { SWEEP_EVERY_MS } from '../../../shared/jobs/job-times';
import { ScheduleModel } from '../../../shared/jobs/schedule.model';

/** A schedule that every worker advances continuously (worker/schedule.ts). */
const FREQUENT = 'sweep-lost-jobs';
/** Longer than a busy worker is late, and than one that was just started takes to its first firing. */
const LATE_MS = 5_000;

/**
 * Throws an Error when a worker runs on the database: a live one advances a schedule within seconds. Waits for that time, unless no
 * worker has ever run.
 */
export async function assertWorkersStopped(): Promise<void> {
  const noted = await findSchedule();
  if (!noted) return;
  await pause(SWEEP_EVERY_MS + LATE_MS);
  const later = await findSchedule();
  if (later && later.nextAt > noted.nextAt)
    throw new Error('A worker runs on this database: stop the API and all workers first.');
}

const findSchedule = () => ScheduleModel.findById(FREQUENT).lean<{ nextAt: Date }>();
