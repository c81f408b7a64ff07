/** How often a job may fail, and how long it waits before it runs again. */
export interface Retry {
  /** Runs that may end in an unexpected error before the job is dead-lettered. */
  readonly failures: number;
  /** The wait after the first such run, in milliseconds; it doubles each time. */
  readonly waitMs: number;
}

/** Runs whose worker died in the middle of the job before it is dead-lettered at the next one. */
export const MAX_WORKER_DEATHS = 5;

/** How long a job waits after its `failures`th unexpected error until it runs again, in milliseconds; null: it never does. */
export function waitAfterFailure(failures: number, { failures: budget, waitMs }: Retry): number | null {
  return failures >= budget ? null : waitMs * 2 ** (failures - 1);
}

/** Whether a job runs again whose worker has died, after it had died `deaths` times before. */
export function runsAfterDeath(deaths: number): boolean {
  return deaths < MAX_WORKER_DEATHS;
}
