import type { JobName, Payload, Result } from '../shared/jobs/contract';
import type { Retry } from '../shared/jobs/next-run.rules';

/** What a running job gets: its payload, and the ways to report progress, to write and to attach a file. */
export interface Run<N extends JobName> {
  readonly jobId: string;
  /** Identifies this run of the job. */
  readonly runId: string;
  readonly payload: Payload<N>;
  /** The user who started the job. */
  readonly requestedBy: string | null;
  /**
   * Reports progress. Call it before each effect outside the database, such as an email: it throws `RunReplaced` when
   * another run took over while this one was suspended.
   */
  progress(done: number, total: number): Promise<void>;
  /**
   * Runs `change` in a transaction that commits only while this run owns the job, and throws `RunReplaced` otherwise.
   * All writes of a job use it or `atEnd`. `change` may run again after conflicts.
   */
  write<T>(change: () => Promise<T>): Promise<T>;
  /** Adds a change to the transaction that ends the job as Succeeded. */
  atEnd(change: () => Promise<void>): void;
  /** Makes a file the result of the job. */
  setFile(fileId: string): void;
}

/** The worker's part of a job; `shared/jobs/contract.ts` has the part that the API shares. */
export interface JobDefinition<N extends JobName> {
  readonly name: N;
  readonly retry: Retry;
  /** Runs in the transaction that ends the job as Failed, for any reason; null: nothing to do. */
  readonly onFailed: ((payload: Payload<N>) => Promise<void>) | null;
  /** Does the work. It may run again from its beginning, after any of its steps. An `AppError` fails the job at once. */
  readonly run: (run: Run<N>) => Promise<Result<N>>;
}

/** The jobs that a worker runs: all, or those of a test. */
export type AllJobs = { readonly [N in JobName]: JobDefinition<N> };
export type Jobs = { readonly [N in JobName]?: JobDefinition<N> };

export const CALCULATING: Retry = { failures: 4, waitMs: 500 };
export const RENDERING: Retry = { failures: 3, waitMs: 500 };
/** About four minutes in total, in which a mail server may recover. */
export const MAILING: Retry = { failures: 8, waitMs: 2_000 };

/** Defines a job: one in each `.job.ts` file, where `load-jobs.ts` finds it. */
export function defineJob<N extends JobName>(definition: JobDefinition<N>): JobDefinition<N> {
  return definition;
}
