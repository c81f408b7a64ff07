import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search } from '../http/types';
import type {
  CreateDevelopmentPlan,
  DevelopmentPlanView,
  PlanFromGaps,
  UpdateDevelopmentPlan,
} from './development-plans.dto';
import { getPlan, listPlans } from './development-plans.queries';
import { createPlan, deletePlan, updatePlan } from './development-plans.service';
import { createPlanFromGaps } from './plan-from-gaps.service';

const PATH = '/api/development-plans';

@Route('api/development-plans')
@Tags('Development plans')
@Security('jwt', ['development-plans:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this, or the plan may be read but not written by the caller (no body)')
export class DevelopmentPlansController extends ResourceController {
  /**
   * The plans that the caller may see, the newest first: their own, those of everybody below them; HR all.
   * @summary List development plans
   * @param employeeId plans of one employee
   * @param status Draft, PendingApproval, Approved, Rejected, InProgress, Completed or Cancelled, or its number 0 to 6
   * @param search part of the title
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listDevelopmentPlans(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() employeeId?: string,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<DevelopmentPlanView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listPlans({ employeeId, status, search }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One plan with its actions.
   * @summary Read a development plan
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  public async getDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    return this.tagged(await getPlan(id));
  }

  /**
   * Creates a Draft plan, with actions if they are given. Plans are written by the employee, the direct manager and HR.
   * @summary Create a development plan
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async createDevelopmentPlan(@Body() body: CreateDevelopmentPlan): Promise<DevelopmentPlanView> {
    return this.created(PATH, await getPlan(await createPlan(body)));
  }

  /**
   * Creates a Draft plan with one action for each of the worst gaps of an employee, by priority and then by level, five at
   * most. It takes the gaps of the last Closed cycle unless one is named, and of those with results that the caller may
   * see: HR always, the direct manager once the cycle is Closed, the employee once the results are published.
   * @summary Create a development plan from gaps
   */
  @Post('from-gaps')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(
    409,
    'CONFLICT: there is no gap, no Closed cycle, or the results are not published to the caller',
  )
  public async createPlanFromGaps(@Body() body: PlanFromGaps): Promise<DevelopmentPlanView> {
    return this.created(PATH, await getPlan(await createPlanFromGaps(body)));
  }

  /**
   * Changes title and cycle of a plan that is Draft or Rejected: absent fields stay as they are, null clears.
   * @summary Edit a development plan
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the plan is in another state, which `status` names')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateDevelopmentPlan(
    @Path() id: string,
    @Body() body: UpdateDevelopmentPlan,
    @Header('If-Match') ifMatch?: string,
  ): Promise<DevelopmentPlanView> {
    await updatePlan(id, body, ifMatch);
    return this.tagged(await getPlan(id));
  }

  /**
   * Deletes a plan that is Draft, Rejected or Cancelled.
   * @summary Delete a development plan
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the plan is in another state, which `status` names')
  public async deleteDevelopmentPlan(@Path() id: string): Promise<void> {
    await deletePlan(id);
    this.setStatus(204);
  }
}
