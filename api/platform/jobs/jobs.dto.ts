import type { Job, JobFailureKind, JobStatus } from '../../../shared/jobs/job.model';
import { repeatRule } from '../../../shared/jobs/payload';
import { toInstant, toInstantOrNull } from '../../../shared/kernel/clock';
import type { FieldError } from '../../../shared/kernel/errors';
import type { RefusalReason } from '../../../shared/kernel/refusals/refusal';
import type { Id, Instant } from '../../http/types';

export enum JobTopicKind {
  Subject = 'Subject',
  Cycle = 'Cycle',
  /** Whose access is emailed. */
  Account = 'Account',
  /** The imported file. */
  File = 'File',
}

/** Something that a job is about. */
export interface JobTopic {
  kind: JobTopicKind;
  id: Id;
  /**
   * The name that it has now.
   * @example "Annual review 2026"
   */
  name: string;
}

/** A job. */
export interface JobView {
  id: Id;
  /** @example "evaluation.generate" */
  type: string;
  /**
   * The subject, cycle, account or imported file that the job is about, without those that were deleted; imported files are
   * kept for 24 hours. Omitted in the responses that start a job.
   */
  about?: JobTopic[];
  status: JobStatus;
  /** Steps done and in total; `total` is 0 until the worker knows it. */
  progress: { done: number; total: number };
  /** The result once Succeeded; its type depends on the route that started the job. Omitted in lists. */
  result: unknown;
  /** Why it Failed. */
  error: {
    code: string;
    message: string;
    reason?: RefusalReason | null;
    /** What it failed at, for operators; omitted when it was refused. */
    kind?: JobFailureKind;
    validationErrors: FieldError[];
  } | null;
  /** Whether `POST /api/jobs/{id}/run-again` can start it again. */
  canRunAgain: boolean;
  /** The file of an export; download it at `/api/jobs/{id}/file`. */
  fileId: Id | null;
  createdAt: Instant;
  startedAt: Instant | null;
  finishedAt: Instant | null;
}

export function toJobView(job: Job, about?: JobTopic[]): JobView {
  return {
    id: job._id,
    type: job.type,
    ...(about ? { about } : {}),
    status: job.status,
    progress: { done: job.progress.done, total: job.progress.total },
    result: job.result ?? null,
    error: job.error,
    canRunAgain: job.finishedAt !== null && 'permission' in repeatRule(job),
    fileId: job.fileId,
    createdAt: toInstant(job.createdAt),
    startedAt: toInstantOrNull(job.startedAt),
    finishedAt: toInstantOrNull(job.finishedAt),
  };
}
