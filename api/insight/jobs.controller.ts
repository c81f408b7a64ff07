import type { Readable } from 'node:stream';
import { Controller, Get, Path, Produces, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ImportRow } from '../../shared/jobs/import-result';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { sendEvents } from '../http/server-sent-events';
import type { PageNumber, PageSize } from '../http/types';
import { type JobView, toJobView } from '../platform/jobs/jobs.dto';
import { findJob, inTenantOfJob, listJobRows, listJobs, withImportRows } from '../platform/jobs/jobs.queries';
import { jobChanges } from '../platform/jobs/watch';
import { isCallerLive } from '../platform/sign-in/session-state';
import { jobTopics } from './job-topics.queries';

@Route('api/jobs')
@Tags('Jobs')
@Security('jwt', ['jobs:read'])
export class JobsController extends Controller {
  /**
   * Returns your background jobs (for HR roles the organization's), newest first. Lists omit `result`; get the job
   * itself for it.
   * @summary List jobs
   * @param type a job type such as `evaluation.generate`
   * @param status Queued, Running, Succeeded or Failed, or its number
   */
  @Get()
  public async listJobs(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() type?: string,
    @Query() status?: string,
  ): Promise<Page<JobView>> {
    const request = pageRequest(page, pageSize);
    const { rows, totalCount } = await listJobs({ type, status }, request);
    const topicsOf = await jobTopics(rows);
    return toPage(
      rows.map((row) => toJobView(row, topicsOf(row))),
      totalCount,
      request,
    );
  }

  /**
   * Returns status, progress and result of one job, and what it is about. A SystemAdmin gets it without naming an organization, too.
   * @summary Get a job
   * @param rows false: leaves the rows out of the result of an import, which `GET /api/jobs/{id}/rows` lists by page, and
   *   counts those with warnings as `warnings`
   */
  @Get('{id}')
  public async getJob(@Path() id: string, @Query() rows: boolean = true): Promise<JobView> {
    return inTenantOfJob(id, async () => {
      const job = await findJob(id);
      const topicsOf = await jobTopics([job]);
      return toJobView(rows ? await withImportRows(job) : job, topicsOf(job));
    });
  }

  /**
   * Returns the outcome of each row of an imported file, or for a check the expected one, in the order of the file.
   * @summary List the rows of an import
   * @param outcome created, updated, unchanged, skipped, error, or problem: all that are refused, skipped or have a warning; missing: in
   *   place of rows the employees whom an update of employees found no row for
   * @param errorsFirst lists the errors before the other rows; without effect together with outcome
   */
  @Get('{id}/rows')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such job, or it is not an import')
  @Response<ErrorBody>(409, 'CONFLICT: the job has not succeeded')
  public async listJobRows(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() outcome?: string,
    @Query() errorsFirst: boolean = false,
  ): Promise<Page<ImportRow>> {
    const request = pageRequest(page, pageSize);
    const { rows, totalCount } = await listJobRows(id, { outcome, errorsFirst }, request);
    return toPage(rows, totalCount, request);
  }

  /**
   * Streams the job as server-sent events named `job`: its current state, then the job (as `GET /api/jobs/{id}` returns
   * it) at each change, until it or your session ends. A comment line every 15 seconds keeps the connection open.
   * @summary Follow a job
   * @param rows false: leaves the rows out of the result of an import
   */
  @Get('{id}/events')
  @Produces('text/event-stream')
  public async followJob(
    @Path() id: string,
    @Request() request: HttpRequest,
    @Query() rows: boolean = true,
  ): Promise<Readable> {
    const job = await findJob(id);
    const topicsOf = await jobTopics([job]);
    return sendEvents(
      request,
      async function* (signal) {
        for await (const state of jobChanges(job._id, signal))
          yield { event: 'job', data: toJobView(rows ? await withImportRows(state) : state, topicsOf(job)) };
      },
      isCallerLive,
    );
  }
}
