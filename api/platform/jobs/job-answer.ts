import type { Request } from 'express';
import { openFile } from '../../../shared/infra/files';
import type { JobName, Result } from '../../../shared/jobs/contract';
import type { ImportResult } from '../../../shared/jobs/import-result';
import { type Job, type JobError, JobStatus } from '../../../shared/jobs/job.model';
import { config } from '../../../shared/kernel/config';
import { AppError, ERROR_STATUS, type ErrorCode } from '../../../shared/kernel/errors';
import { Answered } from '../../http/answered';
import { downloadHeaders, sendStream } from '../../http/send-stream';
import { stoppingSignal } from '../../http/stopping';
import { toJobView } from './jobs.dto';
import { importResult } from './jobs.queries';
import { waitForJob } from './watch';

/**
 * Returns the result of a job that succeeds within JOB_WAIT_SECONDS; throws the error of one that fails. When it takes
 * longer, the client prefers `respond-async` or the process begins to stop, sends 202 with the job and its `Location`,
 * and throws `Answered`.
 */
export async function answerResult<N extends JobName>(request: Request, job: Job & { type: N }): Promise<Result<N>> {
  const { result } = await succeeded(request, job);
  return result as Result<N>; // stored by a job of this type
}

/** Like `answerResult`, for an import: with the rows of its report. */
export async function answerImport(request: Request, job: Job): Promise<ImportResult> {
  return importResult(await succeeded(request, job));
}

/** Like `answerResult`, but sends the job's file. */
export async function answerFile(request: Request, job: Job): Promise<never> {
  return sendJobFile(request, await succeeded(request, job));
}

/** Sends the file of a job that has succeeded; throws NOT_FOUND without a file, and `Answered`. */
export async function sendJobFile(request: Request, job: Job): Promise<never> {
  const { file, bytes } = await openFile(job.fileId ?? '');
  return sendStream(request, bytes, downloadHeaders(file));
}

/** Returns the job once it has succeeded; throws like `answerResult`. */
export async function succeeded(request: Request, job: Job): Promise<Job> {
  const seconds = prefersAsync(request) ? 0 : config().JOB_WAIT_SECONDS;
  const state = await waitForJob(job, seconds, stoppingSignal(request));
  if (state.status === JobStatus.Failed) throw jobError(state);
  if (state.status === JobStatus.Succeeded) return state;
  request.res?.status(202).location(`/api/jobs/${state._id}`).json(toJobView(state));
  throw new Answered();
}

function prefersAsync(request: Request): boolean {
  return /(^|[\s,;])respond-async($|[\s,;])/i.test(request.header('prefer') ?? '');
}

function jobError(job: Job): AppError {
  const { code, message, reason, validationErrors }: JobError = job.error ?? {
    code: 'INTERNAL',
    message: 'failed',
    validationErrors: [],
  };
  if (!reason) return new AppError(code === 'FORBIDDEN' ? code : 'INTERNAL', message);
  return new AppError(isErrorCode(code) ? code : 'INTERNAL', { ...reason, message }, { validationErrors });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
