/** How often a job may fail, and how long it waits before it runs again. */
export interface Retry {
  /** Runs that may end in an unexpected error; the job is dead-lettered after the last. */
  readonly failures: number;
  /** The wait after the first such run, in milliseconds; it doubles each time. */
  readonly waitMs: number;
}

/** Runs whose worker may die during the job; the next death dead-letters it. */
export const MAX_WORKER_DEATHS = 5;

/** Returns the wait after the `failures`th unexpected error in milliseconds; null: the job does not run again. */
export function waitAfterFailure(failures: number, { failures: budget, waitMs }: Retry): number | null {
  return failures >= budget ? null : waitMs * 2 ** (failures - 1);
}

/** Whether a job runs again after its worker died, when its workers had died `deaths` times before. */
export function runsAfterDeath(deaths: number): boolean {
  return deaths < MAX_WORKER_DEATHS;
}
