import { Controller, Get, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import type { Id, PageNumber, PageSize } from '../http/types';
import type { GapView, MaxPriority } from './gap-analysis.dto';
import { listGaps } from './gap-analysis.queries';

@Route('api/gap-analysis')
@Tags('Gap analysis')
@Security('jwt', ['results:read-all'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class GapAnalysisController extends Controller {
  /**
   * Gaps between the levels that job profiles require and those that evaluations show, the most urgent first. They are
   * calculated when a cycle is closed. Without `cycleId`: the last Closed cycle.
   * @summary List gaps
   * @param cycleId the cycle
   * @param employeeId one employee
   * @param departmentId employees who were in this department when the cycle was generated
   * @param jobProfileId employees who had this job profile when the cycle was generated
   * @param requirementId one competency or skill
   * @param maxPriority gaps of this priority and the more urgent ones; 4 includes those that are OK
   * @param isCritical only critical requirements, or only the others
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listGaps(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: Id,
    @Query() employeeId?: string,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
    @Query() requirementId?: string,
    @Query() maxPriority?: MaxPriority,
    @Query() isCritical?: boolean,
  ): Promise<Page<GapView>> {
    const request = pageRequest(page, pageSize);
    const filter = { cycleId, employeeId, departmentId, jobProfileId, requirementId, maxPriority, isCritical };
    const { items, totalCount } = await listGaps(filter, request);
    return toPage(items, totalCount, request);
  }
}
