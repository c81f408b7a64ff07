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
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search } from '../http/types';
import type { AssignPlan, CreatePlan, PlanUsageView, PlanView, UpdatePlan } from './plans.dto';
import { getPlan, getPlanUsage, listPlans } from './plans.queries';
import { assignPlan, createSubscriptionPlan, deletePlan, updatePlan } from './plans.service';

const PATH = '/api/plans';

@Route('api/plans')
@Tags('Plans')
@Security('jwt', ['plans:manage'])
export class PlansController extends ResourceController {
  /**
   * Plans by name. Free, Pro and Enterprise exist from the start.
   * @summary List plans
   * @param search part of the name
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listPlans(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<Page<PlanView>> {
    return pageOf(page, pageSize, (slice) => listPlans(search, slice));
  }

  /**
   * What an organization uses of its plan now: Active employees, and cycles created in this UTC calendar year.
   * @summary Get the plan usage of an organization
   */
  @Get('usage/{tenantId}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getPlanUsage(@Path() tenantId: string): Promise<PlanUsageView> {
    return getPlanUsage(tenantId);
  }

  /**
   * Gives an organization an active plan. A plan smaller than what the organization uses takes nothing away; it only
   * stops growth.
   * @summary Assign a plan
   */
  @Post('assign/{tenantId}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such organization')
  public async assignPlan(@Path() tenantId: string, @Body() body: AssignPlan): Promise<PlanUsageView> {
    await assignPlan(tenantId, body.planId);
    return getPlanUsage(tenantId);
  }

  /**
   * One plan.
   * @summary Get a plan
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getPlan(@Path() id: string): Promise<PlanView> {
    return this.tagged(await getPlan(id));
  }

  /**
   * Creates a plan. Limits that are omitted or null are unlimited; the name is unique.
   * @summary Create a plan
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the name is taken')
  public async createPlan(@Body() body: CreatePlan): Promise<PlanView> {
    return this.created(PATH, await getPlan(await createSubscriptionPlan(body)));
  }

  /**
   * Changes a plan for all who have it: omitted fields stay as they are, null is unlimited.
   * @summary Update a plan
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updatePlan(
    @Path() id: string,
    @Body() body: UpdatePlan,
    @Header('If-Match') ifMatch?: string,
  ): Promise<PlanView> {
    await updatePlan(id, body, expectedRevision(ifMatch));
    return this.tagged(await getPlan(id));
  }

  /**
   * Deletes a plan that no organization has.
   * @summary Delete a plan
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: organizations have it')
  public async deletePlan(@Path() id: string): Promise<void> {
    await deletePlan(id);
    this.setStatus(204);
  }
}
