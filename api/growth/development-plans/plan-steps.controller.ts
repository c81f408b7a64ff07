import { Body, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { StateConflict } from '../../http/errors';
import { ResourceController } from '../../http/resource';
import type { DevelopmentPlanView, RejectPlan } from './development-plans.dto';
import { getDevelopmentPlan } from './development-plans.queries';
import { approvePlan, cancelPlan, completePlan, rejectPlan, startPlan, submitPlan } from './plan-steps.service';

@Route('api/development-plans')
@Tags('Development plans')
@Security('jwt', ['development-plans:use'])
@Response(403, 'The role does not allow this, or the plan may be read but not moved by the caller (no body)')
export class PlanStepsController extends ResourceController {
  /**
   * Submits a Draft or Rejected plan for approval and notifies the manager. Without a manager, HR decides.
   * @summary Submit a development plan
   */
  @Post('{id}/submit')
  @Response<StateConflict>(409, 'CONFLICT: the plan is not Draft or Rejected; `status` names its state')
  public async submitDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    await submitPlan(id);
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Approves a PendingApproval plan and notifies the employee. The direct manager and HR can approve, but not their
   * own plan.
   * @summary Approve a development plan
   */
  @Post('{id}/approve')
  @Response<StateConflict>(
    409,
    'CONFLICT: the plan is not PendingApproval, or it is your own; `status` names its state',
  )
  public async approveDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    await approvePlan(id);
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Rejects a PendingApproval plan with a reason and notifies the employee, who can change and resubmit it. The
   * direct manager and HR can reject, but not their own plan.
   * @summary Reject a development plan
   */
  @Post('{id}/reject')
  @Response<StateConflict>(
    409,
    'CONFLICT: the plan is not PendingApproval, or it is your own; `status` names its state',
  )
  public async rejectDevelopmentPlan(@Path() id: string, @Body() body: RejectPlan): Promise<DevelopmentPlanView> {
    await rejectPlan(id, body.reason);
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Starts an Approved plan.
   * @summary Start a development plan
   */
  @Post('{id}/start')
  @Response<StateConflict>(409, 'CONFLICT: the plan is not Approved; `status` names its state')
  public async startDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    await startPlan(id);
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Completes an InProgress plan once each of its actions is Completed or Cancelled.
   * @summary Complete a development plan
   */
  @Post('{id}/complete')
  @Response<StateConflict>(
    409,
    'CONFLICT: the plan is not InProgress, or some of its actions are open; `status` names its state',
  )
  public async completeDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    await completePlan(id);
    return this.tagged(await getDevelopmentPlan(id));
  }

  /**
   * Cancels a plan that is not already Completed or Cancelled.
   * @summary Cancel a development plan
   */
  @Post('{id}/cancel')
  @Response<StateConflict>(409, 'CONFLICT: the plan is not open; `status` names its state')
  public async cancelDevelopmentPlan(@Path() id: string): Promise<DevelopmentPlanView> {
    await cancelPlan(id);
    return this.tagged(await getDevelopmentPlan(id));
  }
}
