import { Body, Get, Path, Post, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { AssignResult } from '../../../shared/jobs/contract';
import type { GenerateResult } from '../../../shared/jobs/generate-result';
import { AppError } from '../../../shared/kernel/errors';
import type { ErrorBody } from '../../http/errors';
import { pageRequest } from '../../http/pagination';
import { ResourceController } from '../../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../../http/types';
import { answerResult, succeeded } from '../../platform/jobs/job-answer';
import type { JobView } from '../../platform/jobs/jobs.dto';
import type { PeerSelection, PeerPlanView } from '../peer-plans.dto';
import { getPeerPlan } from '../peer-plans.queries';
import {
  type AddSubjects,
  toWithdrawnSubject,
  type WithdrawnSubject,
  type WithdrawSubject,
} from './cycle-subjects.dto';
import { addSubjects, withdrawSubject } from './cycle-subjects.service';
import {
  changeCycleStatus,
  startDirectReportAssignment,
  startGeneration,
  startPeerAssignment,
} from './evaluation-cycle-actions.service';
import type { CycleView } from './evaluation-cycles.dto';
import { getCycle } from './evaluation-cycles.queries';

@Route('api/evaluation-cycles')
@Tags('Evaluation cycles')
@Security('jwt', ['cycles:manage'])
export class EvaluationCycleActionsController extends ResourceController {
  /**
   * Moves the cycle to any status: 0 Draft, 1 Open, 2 InProgress, 3 Closed, 4 Archived. Its current status has no effect.
   * Participants answer while it is Open or InProgress, and do not see it while it is Draft. Closing it recalculates its gaps:
   * the response waits for them, and is 202 with the job when that takes longer. If the calculation fails, the cycle still
   * closes and `gaps.state` is Failed. Leaving Closed or Archived for another status reopens the cycle: its results are no
   * longer published, subjects and managers see them only after you publish them again, and its gaps and nine-box are empty
   * until it is closed again. An Archived cycle that becomes Closed again keeps `closedAt` and its publication, and its gaps
   * are recalculated. A cycle whose answers retention has deleted cannot be reopened.
   * @summary Change the status of a cycle
   * @param status the number or the name of the state
   */
  @Post('{id}/status/{status}')
  @Response<JobView>(202, 'The cycle is Closed; its gaps are still being calculated')
  @Response<ErrorBody>(409, 'CONFLICT: retention has deleted the answers, so the cycle cannot be reopened')
  public async changeCycleStatus(
    @Path() id: string,
    @Path() status: string,
    @Request() request: HttpRequest,
  ): Promise<CycleView> {
    const job = await changeCycleStatus(id, status);
    if (job)
      await succeeded(request, job).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error; // the cycle's `gaps.state` reports the failure
      });
    return this.tagged(await getCycle(id));
  }

  /**
   * Creates an evaluation for every Active employee whom the settings evaluate, with a snapshot of manager, department, job profile and
   * requirements, and asks the employee (Self) and an Active manager for it. Freezes the template. Calling it again adds
   * what is missing, such as new hires. While the cycle is Draft, it also updates the snapshots that exist (`refreshed`), and
   * removes the evaluations of those whom the settings no longer evaluate.
   * `withoutManager` lists the subjects whom no manager evaluates.
   * @summary Generate the evaluations of a cycle
   */
  @Post('{id}/generate-evaluations')
  @Response<JobView>(202, 'Still running')
  @Response<ErrorBody>(400, 'VALIDATION on templateId: without a template, or one without rated items')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Closed or Archived')
  public async generateEvaluations(@Path() id: string, @Request() request: HttpRequest): Promise<GenerateResult> {
    return answerResult(request, await startGeneration(id));
  }

  /**
   * Adds Active employees to the subjects of a cycle that is not over, and generates their evaluations. Whom HR withdrew takes
   * part again. Later generations include them.
   * @summary Add subjects to a cycle
   */
  @Post('{id}/subjects')
  @Response<JobView>(202, 'Still running')
  @Response<ErrorBody>(400, 'VALIDATION: not an Active employee, or the cycle has no template')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Closed or Archived')
  public async addSubjects(
    @Path() id: string,
    @Body() body: AddSubjects,
    @Request() request: HttpRequest,
  ): Promise<GenerateResult> {
    return answerResult(request, await addSubjects(id, body.employeeIds));
  }

  /**
   * Withdraws a subject from a cycle that is not over. The answers stay stored, no one is asked about the subject any more, and
   * a later generation does not bring the subject back. Repeating the call has no effect.
   * @summary Remove a subject from a cycle
   */
  @Post('{id}/subjects/{employeeId}/withdraw')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Closed or Archived')
  public async withdrawSubject(
    @Path() id: string,
    @Path() employeeId: string,
    @Body() body: WithdrawSubject,
  ): Promise<WithdrawnSubject> {
    return toWithdrawnSubject(employeeId, await withdrawSubject(id, employeeId, body.reason));
  }

  /**
   * Assigns Active peers to every subject up to `maxPeers`, without managers and direct reports: the same department
   * first if preferred, then the same manager, the same job profile and the fewest evaluations, so that the work is
   * balanced. Lists the subjects below `minPeers`. Repeating the call adds what is missing.
   * @summary Assign peers automatically
   * @param dryRun true only plans: the answer lists the picks with their reasons
   * @param planId the job of a dry run: its picks are assigned, except those in `without`. If they are out of date, none is assigned, and the answer is CONFLICT
   */
  @Post('{id}/auto-assign-peers')
  @Response<JobView>(202, 'Still running')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Closed or Archived')
  public async autoAssignPeers(
    @Path() id: string,
    @Request() request: HttpRequest,
    @Query() dryRun: boolean = false,
    @Query() planId?: Id,
    @Body() body?: PeerSelection,
  ): Promise<AssignResult> {
    return answerResult(request, await startPeerAssignment(id, { dryRun, planId, without: body?.without }));
  }

  /**
   * Returns the plan that a dry run of `auto-assign-peers` made: its figures, the distribution of the work, the
   * subjects below the minimum, and one page of the picks.
   * @summary Get a plan of peers
   * @param jobId the job of the dry run
   * @param search part of the name, email address or code of the subject or the evaluator
   */
  @Get('{id}/peer-plans/{jobId}')
  @Response<ErrorBody>(409, 'CONFLICT: the dry run has not succeeded yet')
  public async getPeerPlan(
    @Path() id: string,
    @Path() jobId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<PeerPlanView> {
    return getPeerPlan(id, jobId, search, pageRequest(page, pageSize));
  }

  /**
   * Makes every Active direct report of a subject an evaluator of the subject, unless they already are.
   * @summary Assign direct reports automatically
   */
  @Post('{id}/auto-assign-direct-reports')
  @Response<JobView>(202, 'Still running')
  @Response<ErrorBody>(400, 'VALIDATION on templateId: without a template, or one without rated items')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Closed or Archived')
  public async autoAssignDirectReports(@Path() id: string, @Request() request: HttpRequest): Promise<AssignResult> {
    return answerResult(request, await startDirectReportAssignment(id));
  }
}
