import { setTimeout as pause } from 'node:timers/promises';
import { ScheduleModel } from '../../../shared/jobs/schedule.model';
import { now } from '../../../shared/kernel/clock';

/** A schedule that every worker moves on all the time (worker/schedule.ts). */
const FREQUENT = 'sweep-lost-jobs';
/** Longer than a busy worker is late. */
const LATE_MS = 3_000;

/**
 * Throws an Error when a worker runs on the database: it moves a schedule on within seconds. Waits for that
 * time, when one has run just now.
 */
export async function assertWorkersStopped(): Promise<void> {
  const noted = await ScheduleModel.findById(FREQUENT).lean<{ nextAt: Date }>();
  const wait = noted ? noted.nextAt.getTime() + LATE_MS - now().getTime() : 0;
  if (!noted || wait <= 0) return;
  await pause(wait);
  const later = await ScheduleModel.findById(FREQUENT).lean<{ nextAt: Date }>();
  if (later && later.nextAt > noted.nextAt)
    throw new Error('A worker runs on this database: stop the API and all workers first.');
}
