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
import type { StateConflict } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize } from '../../http/types';
import { getPlanAction, listPlanActions } from './development-plans.queries';
import type { ActionOfPlan, CreatePlanAction, PlanActionView, UpdatePlanAction } from './plan-actions.dto';
import { addPlanAction, deletePlanAction, updatePlanAction } from './plan-actions.service';

@Route('api/development-plans')
@Tags('Development plans')
@Security('jwt', ['development-plans:use'])
@Response(403, 'The role does not allow this, or the plan may be read but not written by the caller (no body)')
export class PlanActionsController extends ResourceController {
  /**
   * Adds an action to a Draft or Rejected plan. A plan has at most 50 actions.
   * @summary Add an action to a development plan
   */
  @Post('{id}/actions')
  @SuccessResponse(201, 'Created')
  @Response<StateConflict>(409, 'CONFLICT: the plan is in another state, which `status` names, or has 50 actions')
  public async addPlanAction(@Path() id: string, @Body() body: CreatePlanAction): Promise<ActionOfPlan> {
    const actionId = await addPlanAction(id, body);
    return this.created(`/api/development-plans/${id}/actions`, await getPlanAction(id, actionId));
  }

  /**
   * Returns the actions of a plan in the order in which they were added.
   * @summary List the actions of a development plan
   */
  @Get('{id}/actions')
  public async listPlanActions(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<PlanActionView>> {
    return pageOf(page, pageSize, (slice) => listPlanActions(id, slice));
  }

  /**
   * Returns one action of a plan. The ETag's revision is that of the plan.
   * @summary Get an action of a development plan
   */
  @Get('{id}/actions/{actionId}')
  public async getPlanAction(@Path() id: string, @Path() actionId: string): Promise<ActionOfPlan> {
    return this.tagged(await getPlanAction(id, actionId));
  }

  /**
   * Updates an action. Omitted fields keep their values, null clears a field. While the plan is Draft or Rejected,
   * every field can change. While it is Approved or InProgress, only status and evidence can change. Evidence files
   * are visible to everyone who can see the plan, and cannot be deleted while the plan references them.
   * @summary Update an action of a development plan
   * @param ifMatch the ETag of the plan; an outdated one is refused
   */
  @Put('{id}/actions/{actionId}')
  @Response<StateConflict>(409, 'CONFLICT: the plan’s state, named by `status`, does not allow this change')
  public async updatePlanAction(
    @Path() id: string,
    @Path() actionId: string,
    @Body() body: UpdatePlanAction,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ActionOfPlan> {
    await updatePlanAction(id, actionId, body, expectedRevision(ifMatch));
    return this.tagged(await getPlanAction(id, actionId));
  }

  /**
   * Deletes an action of a Draft or Rejected plan.
   * @summary Delete an action of a development plan
   */
  @Delete('{id}/actions/{actionId}')
  @SuccessResponse(204, 'Deleted')
  @Response<StateConflict>(409, 'CONFLICT: the plan is in another state, which `status` names')
  public async deletePlanAction(@Path() id: string, @Path() actionId: string): Promise<void> {
    await deletePlanAction(id, actionId);
    this.setStatus(204);
  }
}
