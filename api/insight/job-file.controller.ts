import type { Readable } from 'node:stream';
import { Controller, Get, Path, Produces, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { sendJobFile } from '../platform/jobs/job-answer';
import { findJobWithFile } from './job-file.queries';

@Route('api/jobs')
@Tags('Jobs')
@Security('jwt', ['jobs:read'])
export class JobFileController extends Controller {
  /**
   * Returns the file of an export, once the job has Succeeded. You need to be allowed to request it now: a report is no
   * longer available when you can no longer see its results, for example because the cycle has been reopened.
   * @summary Download a job's file
   */
  @Get('{id}/file')
  @Produces('application/octet-stream')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such job, or what it shows is not for you')
  @Response<ErrorBody>(409, 'CONFLICT: the job has not succeeded')
  public async downloadJobFile(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    return sendJobFile(request, await findJobWithFile(id));
  }
}
