import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { ResourceController } from '../http/resource';
import { getPlanAction } from './development-plans.queries';
import type { ActionOfPlan, CreatePlanAction, UpdatePlanAction } from './plan-actions.dto';
import { addPlanAction, deletePlanAction, updatePlanAction } from './plan-actions.service';

@Route('api/development-plans')
@Tags('Development plans')
@Security('jwt', ['development-plans:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this, or the plan may be read but not written by the caller (no body)')
export class PlanActionsController extends ResourceController {
  /**
   * Adds an action to a plan that is Draft or Rejected; 50 at most.
   * @summary Add an action to a development plan
   */
  @Post('{id}/actions')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the plan is in another state, which `status` names, or has 50 actions')
  public async addPlanAction(@Path() id: string, @Body() body: CreatePlanAction): Promise<ActionOfPlan> {
    const actionId = await addPlanAction(id, body);
    return this.created(`/api/development-plans/${id}/actions`, await getPlanAction(id, actionId));
  }

  /**
   * One action of a plan; the ETag is the plan's.
   * @summary Read an action of a development plan
   */
  @Get('{id}/actions/{actionId}')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  public async getPlanAction(@Path() id: string, @Path() actionId: string): Promise<ActionOfPlan> {
    return this.tagged(await getPlanAction(id, actionId));
  }

  /**
   * Changes an action: absent fields stay as they are, null clears. While the plan is Draft or Rejected everything
   * changes; while it is Approved or InProgress status and evidence do. Evidence files are then shown to whoever may see
   * the plan, and are not deleted before the plan lets go of them.
   * @summary Edit an action of a development plan
   * @param ifMatch the ETag of the plan that you read; a stale one is refused
   */
  @Put('{id}/actions/{actionId}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: this cannot change in the state of the plan, which `status` names')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updatePlanAction(
    @Path() id: string,
    @Path() actionId: string,
    @Body() body: UpdatePlanAction,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ActionOfPlan> {
    await updatePlanAction(id, actionId, body, ifMatch);
    return this.tagged(await getPlanAction(id, actionId));
  }

  /**
   * Removes an action from a plan that is Draft or Rejected.
   * @summary Delete an action of a development plan
   */
  @Delete('{id}/actions/{actionId}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a plan that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the plan is in another state, which `status` names')
  public async deletePlanAction(@Path() id: string, @Path() actionId: string): Promise<void> {
    await deletePlanAction(id, actionId);
    this.setStatus(204);
  }
}
