import { Body, Controller, Get, Post, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { pageRequest, toPage } from '../http/pagination';
import type { PageNumber, PageSize, Search } from '../http/types';
import { answerResult } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import type { GapCycle, GapPage, GapRunResult, MaxPriority, RunGapAnalysis } from './gap-analysis.dto';
import { listGaps } from './gap-analysis.queries';
import { startGapRun } from './gap-analysis.service';

@Route('api/gap-analysis')
@Tags('Gap analysis')
@Security('jwt', ['results:read-all'])
export class GapAnalysisController extends Controller {
  /**
   * Returns gaps between the levels that job profiles require and the levels that evaluations show, most urgent first.
   * They are calculated when a cycle is closed. Without `cycleId`: the last Closed cycle. A cycle that is Open or
   * InProgress for the first time also returns the gaps of the last Closed one: the rows name their cycle. A reopened
   * cycle has none until it is closed again. Filters are combined.
   * @summary List gaps
   * @param cycleId the cycle, or none for the newest run without a cycle
   * @param employeeId one employee
   * @param departmentId employees who were in this department when the cycle was generated or the run was made
   * @param jobProfileId employees who had this job profile when the cycle was generated or the run was made
   * @param requirementId one competency or skill
   * @param maxPriority gaps of this priority and the more urgent ones; 4 includes those that are OK
   * @param search part of the employee's name, email or code
   * @param isCritical only critical requirements, or only the others
   */
  @Get()
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listGaps(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: GapCycle,
    @Query() employeeId?: string,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
    @Query() requirementId?: string,
    @Query() maxPriority?: MaxPriority,
    @Query() isCritical?: boolean,
    @Query() search?: Search,
  ): Promise<GapPage> {
    const request = pageRequest(page, pageSize);
    const filter = { cycleId, employeeId, departmentId, jobProfileId, requirementId, maxPriority, isCritical, search };
    const { items, totalCount, ...shown } = await listGaps(filter, request);
    return { ...toPage(items, totalCount, request), ...shown };
  }

  /**
   * Calculates gaps now. With `cycleId`: recalculates those of a closed cycle from the requirements at generation, for
   * all of its subjects even if `departmentId` or `employeeIds` is sent too. Without: compares each employee's levels
   * from the newest closed cycle with submitted answers with the requirements of the current job profile; Terminated
   * employees are skipped. These rows have no cycle, and each such run replaces all rows of the previous one, even if
   * it is limited to some employees. If it takes longer than the service waits, or with `Prefer: respond-async`, the
   * response is 202 with the job. Until the run finishes, the rows of the previous run are returned.
   * @summary Run a gap analysis
   */
  @Post('run')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<ErrorBody>(400, 'VALIDATION: an id that does not exist')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is not closed')
  public async runGapAnalysis(@Body() body: RunGapAnalysis, @Request() request: HttpRequest): Promise<GapRunResult> {
    return answerResult(request, await startGapRun(body));
  }
}
