import type { JobName, Payload, Result } from '../shared/jobs/contract';
import type { Retry } from '../shared/jobs/next-run.rules';

/** What a job is given when it runs: its payload, and the means to report, to write and to leave a file. */
export interface Run<N extends JobName> {
  readonly jobId: string;
  /** Names this run of the job, and no other one. */
  readonly runId: string;
  readonly payload: Payload<N>;
  /** The user who asked for the job. */
  readonly requestedBy: string | null;
  /**
   * Reports progress. Call it before each effect outside of the database, such as an email: it throws `RunReplaced` when
   * another run took over while this one was frozen.
   */
  progress(done: number, total: number): Promise<void>;
  /**
   * Runs `change` in a transaction that is kept only while this run has the job, and throws `RunReplaced` otherwise. All
   * writes of a job go through it or `atEnd`. `change` may run again when others write the same rows.
   */
  write<T>(change: () => Promise<T>): Promise<T>;
  /** Adds a change to the transaction that ends the job as Succeeded: it is kept exactly when the job succeeds. */
  atEnd(change: () => Promise<void>): void;
  /** Makes a file the job's answer. */
  setFile(fileId: string): void;
}

/** What the worker knows of a job; `shared/jobs/contract.ts` has what the api knows of it too. */
export interface JobDefinition<N extends JobName> {
  readonly name: N;
  readonly retry: Retry;
  /** Is called in the transaction that ends the job as Failed, whatever the reason; null: no one else has to know. */
  readonly onFailed: ((payload: Payload<N>) => Promise<void>) | null;
  /** Does the work. It may run again from its beginning, after any of its steps. An `AppError` fails the job at once. */
  readonly run: (run: Run<N>) => Promise<Result<N>>;
}

/** The jobs that a worker runs: all of them, or those of a test. */
export type AllJobs = { readonly [N in JobName]: JobDefinition<N> };
export type Jobs = { readonly [N in JobName]?: JobDefinition<N> };

export const CALCULATING: Retry = { failures: 4, waitMs: 500 };
export const RENDERING: Retry = { failures: 3, waitMs: 500 };
/** Some four minutes in all, in which a mail server may come back. */
export const MAILING: Retry = { failures: 8, waitMs: 2_000 };

/** Defines a job: one in each `.job.ts` file, where `load-jobs.ts` finds it. */
export function defineJob<N extends JobName>(definition: JobDefinition<N>): JobDefinition<N> {
  return definition;
}
