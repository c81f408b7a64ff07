import type { Readable } from 'node:stream';
import { Controller, Get, Path, Produces, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { JobStatus } from '../../shared/jobs/job.model';
import { jobChanges } from '../../shared/jobs/watch';
import { conflict } from '../../shared/kernel/errors';
import type { ErrorBody } from '../http/errors';
import { sendJobFile } from '../http/job-answer';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { sendEvents } from '../http/server-sent-events';
import type { PageNumber, PageSize } from '../http/types';
import { type JobView, toJobView } from './jobs.dto';
import { findJob, listJobs } from './jobs.queries';

@Route('api/jobs')
@Tags('Jobs')
@Security('jwt', ['jobs:read'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class JobsController extends Controller {
  /**
   * Background work of the caller (HR roles: of the organization), newest first. Lists leave `result` out; read the
   * job itself for it.
   * @summary List jobs
   * @param type a job type such as `evaluation.generate`
   * @param status Queued, Running, Succeeded or Failed, or its number
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listJobs(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() type?: string,
    @Query() status?: string,
  ): Promise<Page<JobView>> {
    const request = pageRequest(page, pageSize);
    const { rows, totalCount } = await listJobs({ type, status }, request);
    return toPage(rows.map(toJobView), totalCount, request);
  }

  /**
   * State, progress and result of one job.
   * @summary Read a job
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getJob(@Path() id: string): Promise<JobView> {
    return toJobView(await findJob(id));
  }

  /**
   * Server-sent events: the job (as `GET /api/jobs/{id}` shows it) at each change, until it ends.
   * @summary Follow a job
   */
  @Get('{id}/events')
  @Produces('text/event-stream')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async followJob(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    const job = await findJob(id);
    return sendEvents(request, async function* (signal) {
      for await (const state of jobChanges(job._id, signal)) yield { event: 'job', data: toJobView(state) };
    });
  }

  /**
   * The file that an export left, once the job has Succeeded.
   * @summary Download a job's file
   */
  @Get('{id}/file')
  @Produces('application/octet-stream')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the job has not succeeded')
  public async downloadJobFile(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    const job = await findJob(id);
    if (job.status !== JobStatus.Succeeded)
      throw conflict(`The job is ${job.status}; its file comes once it has Succeeded.`);
    return sendJobFile(request, job);
  }
}
