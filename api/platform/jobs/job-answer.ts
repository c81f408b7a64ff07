import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { openFile } from '../../../shared/infra/files';
import type { ImportResult, JobName, Result } from '../../../shared/jobs/contract';
import { type Job, JobStatus } from '../../../shared/jobs/job.model';
import { waitForJob } from '../../../shared/jobs/watch';
import { config } from '../../../shared/kernel/config';
import { AppError, ERROR_STATUS, type ErrorCode } from '../../../shared/kernel/errors';
import { downloadHeaders, sendStream } from '../../http/send-stream';
import { stoppingSignal } from '../../http/stopping';
import { toJobView } from './jobs.dto';
import { withImportRows } from './jobs.queries';

/**
 * Answers with a job's result once it has succeeded within JOB_WAIT_SECONDS; throws the error that it failed with; else,
 * or when the client prefers `respond-async` or the process begins to stop, answers 202 with the job and its `Location` (decisions 3).
 */
export async function answerResult<N extends JobName>(request: Request, job: Job & { type: N }): Promise<Result<N>> {
  const ended = await waitOrAccept(request, job);
  // The handler of this type wrote the result; a 202 was sent already where there is none yet.
  return ended?.result as Result<N>;
}

/** As `answerResult`, for an import: with the rows of its report. */
export async function answerImport(request: Request, job: Job): Promise<ImportResult> {
  const ended = await waitOrAccept(request, job);
  return (ended && (await withImportRows(ended)))?.result as ImportResult;
}

/** As `answerResult`, with the job's file as the answer. */
export async function answerFile(request: Request, job: Job): Promise<Readable> {
  const ended = await waitOrAccept(request, job);
  if (!ended) return undefined as unknown as Readable;
  return sendJobFile(request, ended);
}

/** Sends the file of a job that has succeeded; throws NOT_FOUND when it left none. */
export async function sendJobFile(request: Request, job: Job): Promise<Readable> {
  const { file, bytes } = await openFile(job.fileId ?? '');
  return sendStream(request, bytes, downloadHeaders(file));
}

/** Whether the job succeeded in time; sends the 202 when it did not. Throws the job's own error. */
export async function waitOrAccept(request: Request, job: Job): Promise<Job | null> {
  const seconds = prefersAsync(request) ? 0 : config().JOB_WAIT_SECONDS;
  const state = await waitForJob(job, seconds, stoppingSignal(request));
  if (state.status === JobStatus.Failed) throw jobError(state);
  if (state.status === JobStatus.Succeeded) return state;
  request.res?.status(202).location(`/api/jobs/${state._id}`).json(toJobView(state));
  return null;
}

function prefersAsync(request: Request): boolean {
  return /(^|[\s,;])respond-async($|[\s,;])/i.test(request.header('prefer') ?? '');
}

function jobError(job: Job): AppError {
  const { code, message, validationErrors } = job.error ?? {
    code: 'INTERNAL',
    message: 'failed',
    validationErrors: [],
  };
  return new AppError(isErrorCode(code) ? code : 'INTERNAL', message, { validationErrors });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
