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
   * Returns plans by name. Free, Pro and Enterprise exist from the start.
   * @summary List plans
   * @param search part of the name
   */
  @Get()
  public async listPlans(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<Page<PlanView>> {
    return pageOf(page, pageSize, (slice) => listPlans(search, slice));
  }

  /**
   * Returns an organization's current usage of its plan: Active employees, and cycles created in this UTC calendar year.
   * @summary Get the plan usage of an organization
   */
  @Get('usage/{tenantId}')
  public async getPlanUsage(@Path() tenantId: string): Promise<PlanUsageView> {
    return getPlanUsage(tenantId);
  }

  /**
   * Assigns an active plan to an organization. A plan that is smaller than the organization's usage removes nothing; it
   * only blocks new employees and cycles.
   * @summary Assign a plan
   */
  @Post('assign/{tenantId}')
  public async assignPlan(@Path() tenantId: string, @Body() body: AssignPlan): Promise<PlanUsageView> {
    await assignPlan(tenantId, body.planId);
    return getPlanUsage(tenantId);
  }

  /**
   * Returns one plan.
   * @summary Get a plan
   */
  @Get('{id}')
  public async getPlan(@Path() id: string): Promise<PlanView> {
    return this.tagged(await getPlan(id));
  }

  /**
   * Creates a plan. Limits that are omitted or null are unlimited. The name is unique.
   * @summary Create a plan
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the name is taken')
  public async createPlan(@Body() body: CreatePlan): Promise<PlanView> {
    return this.created(PATH, await getPlan(await createSubscriptionPlan(body)));
  }

  /**
   * Updates a plan for all organizations that have it. Omitted fields keep their values, null is unlimited.
   * @summary Update a plan
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: the name is taken')
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
  @Response<ErrorBody>(409, 'CONFLICT: organizations have it')
  public async deletePlan(@Path() id: string): Promise<void> {
    await deletePlan(id);
    this.setStatus(204);
  }
}
