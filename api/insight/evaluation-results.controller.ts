import type { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Get,
  Path,
  Post,
  Produces,
  Query,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import { answerFile } from '../platform/jobs/job-answer';
import { type JobView, toJobView } from '../platform/jobs/jobs.dto';
import {
  type ExportReportRequest,
  type PublicationView,
  type ReopenedView,
  type ReopenEvaluation,
  type ResultOrder,
  type ResultRow,
  type ScoreRange,
  type SubjectResultView,
  toReopenedView,
} from './evaluation-results.dto';
import { getResult, listResults } from './evaluation-results.queries';
import { publishResults, reopenEvaluation, startReportExport, startReportsExport } from './evaluation-results.service';
import type { ExportReportsRequest } from './export-reports.dto';
import { recordCycleViewed, recordSubjectViewed } from './results-viewed.service';

@Route('api/evaluation-results')
@Tags('Evaluation results')
export class EvaluationResultsController extends Controller {
  /**
   * Returns the scores of a cycle, one row per subject. Scores are weighted averages of the submitted evaluations; the
   * weight of evaluator types without a score is distributed to the others in proportion.
   * @summary List the results of a cycle
   * @param cycleId the cycle
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param jobProfileId subjects who had this job profile when the cycle was generated
   * @param search part of the name, email or code
   * @param score subjects with an effective score in this range, or with none; without those who left before the cycle was over
   * @param sort by name or by effective score, with a minus sign in descending order; subjects without a score come last
   */
  @Get()
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listResults(
    @Query() cycleId: Id,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
    @Query() search?: Search,
    @Query() score?: ScoreRange,
    @Query() sort: ResultOrder = 'name',
  ): Promise<Page<ResultRow>> {
    const filter = { departmentId, jobProfileId, search };
    const results = await pageOf(page, pageSize, (slice) => listResults(cycleId, { ...filter, score }, sort, slice));
    await recordCycleViewed(cycleId, 'results');
    return results;
  }

  /**
   * Returns scores by evaluator type and item, comments, and requirements of the job profile. HR reads everyone's in
   * full, managers those of direct reports once the cycle is Closed, and subjects their own once published. If the
   * cycle was reopened, both see them only after they are published again. Subjects and managers do not see figures of
   * Peer, DirectReport and Stakeholder groups that fewer than the organization's minimum (3) have rated, nor who wrote
   * what, nor items that measure potential. Everything else, such as the overall score, averages of items and levels of
   * requirements, is calculated from the shown figures; `hiddenTypes` names the groups that the overall score is
   * without. A calibrated score is shown. After a reopening, a group keeps the figures and comments of an earlier
   * publishing (`asOf`) until at least the minimum of its evaluators have changed.
   * @summary Get the results of a subject
   * @param explain adds weights, rescaled weights and contributions of the overall score, unrounded
   */
  @Get('{cycleId}/subjects/{subjectId}')
  @Security('jwt', ['results:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: there are none, or not for the caller')
  public async getResult(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Query() explain = false,
  ): Promise<SubjectResultView> {
    const result = await getResult(cycleId, subjectId, explain);
    await recordSubjectViewed(cycleId, subjectId);
    return result;
  }

  /**
   * Publishes the results of a Closed cycle: subjects then see their own and can acknowledge them. Publishing again has
   * no effect. No one is notified: call `POST /api/email-triggers/cycle/{id}/results-published` for that. Reopening the
   * cycle withdraws the publication.
   * @summary Publish the results of a cycle
   */
  @Post('{cycleId}/publish')
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is not Closed')
  public async publishResults(@Path() cycleId: string): Promise<PublicationView> {
    return publishResults(cycleId);
  }

  /**
   * Reopens a submitted evaluation for its evaluator, with its answers, while the cycle is Open or InProgress. The
   * audit log keeps the reason.
   * @summary Reopen a submitted evaluation
   * @param id the participant
   */
  @Post('participants/{id}/reopen')
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(
    409,
    'CONFLICT: it is not submitted, or the cycle takes no answers; the message names the current state',
  )
  public async reopenEvaluation(@Path() id: string, @Body() body: ReopenEvaluation): Promise<ReopenedView> {
    return toReopenedView(await reopenEvaluation(id, body));
  }

  /**
   * Creates the evaluation report of one subject. HR exports every report in full; subjects export their own once the
   * results are published, and managers those of their direct reports once the cycle is closed. Their reports show what
   * they see as JSON: small groups are hidden, and no figure contains their answers. An incomplete report is marked as
   * partial. If it takes longer than the service waits, or with `Prefer: respond-async`, the response is 202 with the
   * job, whose file is the report.
   * @summary Export a subject's report as PDF
   */
  @Post('export-pdf')
  @Security('jwt', ['results:read'])
  @Produces('application/pdf')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle or subject, or its results are not visible to you')
  public async exportReport(@Body() body: ExportReportRequest, @Request() request: HttpRequest): Promise<Readable> {
    return answerFile(request, await startReportExport(body));
  }

  /**
   * Starts a job whose file is a ZIP of PDF reports named by person. HR exports those of a cycle, a department or a list
   * of subjects: with `view` HR complete, with `view` Subject exactly as each subject reads them, in the subject's
   * language. Managers export those of their direct reports once the cycle is closed, as managers see them, with `view`
   * Subject. Subjects who left before the cycle was over have complete reports only.
   * @summary Export reports as a ZIP of PDFs
   */
  @Post('{cycleId}/export-reports')
  @Security('jwt', ['results:read'])
  @SuccessResponse(202, 'Accepted')
  @Response<ErrorBody>(403, 'FORBIDDEN (no body): only HR exports complete reports')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle, department or subject, none is selected, or not visible to you')
  public async exportReports(@Path() cycleId: string, @Body() body: ExportReportsRequest): Promise<JobView> {
    const job = await startReportsExport(cycleId, body);
    this.setStatus(202);
    this.setHeader('Location', `/api/jobs/${job._id}`);
    return toJobView(job);
  }
}
