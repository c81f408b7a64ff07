import { claimSchedule } from '../shared/jobs/schedule.model';
import { logger } from '../shared/kernel/logger';
import { sweepGapRows } from './insight/sweep-gap-rows';
import { sweepJobFiles, sweepStrayBytes } from './platform/sweep-files';
import { sweepLostJobs } from './platform/sweep-lost-jobs';
import { sweepEndedJobs, sweepPasswordRequests, sweepSessions } from './platform/sweep-rows';

interface Schedule {
  name: string;
  everyMs: number;
  /** May return how many rows it removed, for the log. */
  run: () => Promise<number | void>;
}

const TICK_MS = 1_000;
const TEN_MINUTES = 10 * 60 * 1_000;
const HOUR = 60 * 60 * 1_000;

/** What runs by the clock; of all workers one fires each (see `claimSchedule`). */
const SCHEDULES: readonly Schedule[] = [
  { name: 'sweep-lost-jobs', everyMs: 5_000, run: sweepLostJobs },
  { name: 'sweep-job-files', everyMs: TEN_MINUTES, run: sweepJobFiles },
  { name: 'sweep-stray-bytes', everyMs: TEN_MINUTES, run: sweepStrayBytes },
  { name: 'sweep-sessions', everyMs: HOUR, run: sweepSessions },
  { name: 'sweep-password-requests', everyMs: HOUR, run: sweepPasswordRequests },
  { name: 'sweep-ended-jobs', everyMs: HOUR, run: sweepEndedJobs },
  { name: 'sweep-gap-rows', everyMs: HOUR, run: sweepGapRows },
];

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
      if (!(await claimSchedule(name, everyMs))) continue;
      const removed = await run();
      if (removed) logger.info('swept', { schedule: name, rows: removed });
    } catch (error) {
      logger.warn('schedule', { error, schedule: name });
    }
  }
}
