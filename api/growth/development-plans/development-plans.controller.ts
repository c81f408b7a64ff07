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
import { competencyOptions } from '../../framework/competencies.queries';
import type { CodedOption } from '../../framework/options.dto';
import type { StateConflict } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize, Search } from '../../http/types';
import type {
  CreateDevelopmentPlan,
  DevelopmentPlanView,
  PlanFromGaps,
  UpdateDevelopmentPlan,
} from './development-plans.dto';
import { getDevelopmentPlan, listDevelopmentPlans } from './development-plans.queries';
import { createDevelopmentPlan, deleteDevelopmentPlan, updateDevelopmentPlan } from './development-plans.service';
import { createPlanFromGaps } from './plan-from-gaps.service';

const PATH = '/api/development-plans';

@Route('api/development-plans')
@Tags('Development plans')
@Security('jwt', ['development-plans:use'])
@Response(403, 'The role does not allow this, or the plan may be read but not written by the caller (no body)')
export class DevelopmentPlansController extends ResourceController {
  /**
   * Returns the development plans that you can see, newest first: your own and those of your subordinates. HR sees
   * all.
   * @summary List development plans
   * @param employeeId plans of one employee
   * @param status Draft, PendingApproval, Approved, Rejected, InProgress, Completed or Cancelled, or its number 0 to 6
   * @param search part of the title
   */
  @Get()
  public async listDevelopmentPlans(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() employeeId?: string,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<DevelopmentPlanView>> {
    return pageOf(page, pageSize, (slice) => listDevelopmentPlans({ employeeId, status, search }, slice));
  }

  /**
   * Returns all competencies as id, name and code: what an action of a plan can name.
   * @summary List competencies for actions
   */
  @Get('competencies/options')
  public async planCompetencies(): Promise<CodedOption[]> {
    return competencyOptions();
  }

  /**
   * Returns one development plan with its actions.
   * @summary Get a development plan
   */
  @Get('{id}')
  public async getDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Creates a Draft plan, optionally with actions. The employee, the direct manager and HR can create and edit it.
   * @summary Create a development plan
   */
  @Post()
  @SuccessResponse(201, 'Created')
  public async createDevelopmentPlan(@Body() body: CreateDevelopmentPlan): Promise<DevelopmentPlanView> {
    return this.created(PATH, await getDevelopmentPlan(await createDevelopmentPlan(body)));
  }

  /**
   * Creates a Draft plan with one action for each of the largest gaps of an employee, by priority and then by level,
   * at most five. It uses the gaps that the employee is shown in the given cycle, otherwise in the last Closed cycle,
   * once the results are released to the employee, because the plan reveals them. HR can add other actions.
   * @summary Create a development plan from gaps
   */
  @Post('from-gaps')
  @SuccessResponse(201, 'Created')
  @Response<StateConflict>(
    409,
    'CONFLICT: there is no gap, no Closed cycle, or the results are not released to the employee',
  )
  public async createPlanFromGaps(@Body() body: PlanFromGaps): Promise<DevelopmentPlanView> {
    return this.created(PATH, await getDevelopmentPlan(await createPlanFromGaps(body)));
  }

  /**
   * Updates title and cycle of a Draft or Rejected plan. Omitted fields keep their values, null clears a field.
   * @summary Update a development plan
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<StateConflict>(409, 'CONFLICT: the plan is in another state, which `status` names')
  public async updateDevelopmentPlan(
    @Path() id: string,
    @Body() body: UpdateDevelopmentPlan,
    @Header('If-Match') ifMatch?: string,
  ): Promise<DevelopmentPlanView> {
    await updateDevelopmentPlan(id, body, expectedRevision(ifMatch));
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Deletes a Draft, Rejected or Cancelled plan.
   * @summary Delete a development plan
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<StateConflict>(409, 'CONFLICT: the plan is in another state, which `status` names')
  public async deleteDevelopmentPlan(@Path() id: string): Promise<void> {
    await deleteDevelopmentPlan(id);
    this.setStatus(204);
  }
}
