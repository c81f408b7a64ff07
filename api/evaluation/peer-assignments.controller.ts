import { Body, Delete, Get, Path, Post, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { BulkResult } from '../http/bulk';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { Id, PageNumber, PageSize } from '../http/types';
import { removeEvaluator, replaceEvaluator } from './evaluator-changes.service';
import type { NominationView } from './nominations/nominations.dto';
import { listNominations } from './nominations/nominations.queries';
import type { ChangeParticipants } from './participants-bulk.dto';
import { changeParticipants } from './participants-bulk.service';
import type { ParticipantView } from './participants.dto';
import type { CreatePeerAssignment, ReplaceEvaluator } from './peer-assignments.dto';
import { getPeerAssignment, listPeerAssignments } from './peer-assignments.queries';
import { createPeerAssignment } from './peer-assignments.service';

const PATH = '/api/peer-assignments';

@Route('api/peer-assignments')
@Tags('Peer assignments')
@Security('jwt', ['peers:manage'])
export class PeerAssignmentsController extends ResourceController {
  /**
   * Returns peers, direct reports and stakeholders of a cycle's subjects, by subject, assigned automatically or manually.
   * @summary List peer assignments
   * @param subjectId only evaluations of this employee
   * @param evaluatorId only evaluations by this employee
   */
  @Get()
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listPeerAssignments(
    @Query() cycleId: Id,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() subjectId?: string,
    @Query() evaluatorId?: string,
  ): Promise<Page<ParticipantView>> {
    return pageOf(page, pageSize, (slice) => listPeerAssignments(cycleId, { subjectId, evaluatorId }, slice));
  }

  /**
   * Returns the nominations of a cycle's subjects, by name. Filter by `Open` and `Returned` for those who have not
   * submitted. `POST /api/evaluation-cycles/{id}/auto-assign-peers` assigns missing peers.
   * @summary List the nominations of a cycle
   * @param status Open, Submitted, Returned or Approved, or its number 0 to 3
   */
  @Get('nominations')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listNominations(
    @Query() cycleId: Id,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() status?: string,
  ): Promise<Page<NominationView>> {
    return pageOf(page, pageSize, (slice) => listNominations(cycleId, status, slice));
  }

  /**
   * Returns one assignment.
   * @summary Get a peer assignment
   */
  @Get('{id}')
  public async getPeerAssignment(@Path() id: string): Promise<ParticipantView> {
    return this.tagged(await getPeerAssignment(id));
  }

  /**
   * Makes an employee an evaluator of a subject. Self and Manager are created by the generation and cannot be assigned; an
   * employee has one evaluator type for a subject. Of the limits of automatic assignment only `maxEvaluations` applies. With
   * `guest` someone without an account becomes a Stakeholder, who gets a link by email while the cycle takes answers; where
   * the organization allows it, managers also ask guests about their direct reports.
   * @summary Assign an evaluator
   */
  @Post()
  @Security('jwt', ['guests:invite'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: there is a role already, the cycle is Closed or Archived, or the id is taken')
  public async createPeerAssignment(@Body() body: CreatePeerAssignment): Promise<ParticipantView> {
    return this.created(PATH, await getPeerAssignment(await createPeerAssignment(body)));
  }

  /**
   * Applies an action to up to 200 evaluations: `remind` emails their evaluators like `deadline-reminder`, `replace` gives them
   * to the evaluator in `values`, `remove` removes their evaluators. Each follows the rules of the single operation, all in one
   * transaction. `refused` lists those that do not change, with the reason. `dryRun` stores no change.
   * @summary Change several evaluations
   */
  @Post('bulk')
  @Response<ErrorBody>(409, 'CONFLICT: no mail server is configured')
  public async changeParticipants(@Body() body: ChangeParticipants): Promise<BulkResult> {
    return changeParticipants(body);
  }

  /**
   * Replaces the evaluator of an unsubmitted evaluation of any type but Self. The draft of the former evaluator is
   * deleted, and the new one is notified while the cycle is Open or InProgress, a guest by email. The new evaluator of a
   * Manager evaluation becomes the manager of the subject's evaluation. Where managers invite guests, they replace guests about
   * their direct reports by others until the cycle opens.
   * @summary Replace an evaluator
   */
  @Post('{id}/replace')
  @Security('jwt', ['guests:invite'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION on evaluatorId: unknown, not Active, the subject, or not allowed as this type')
  @Response<ErrorBody>(409, 'CONFLICT: Self, submitted, the cycle is Closed or Archived, or the evaluator has a role')
  public async replaceEvaluator(@Path() id: string, @Body() body: ReplaceEvaluator): Promise<ParticipantView> {
    return this.created(PATH, await getPeerAssignment(await replaceEvaluator(id, body)));
  }

  /**
   * Removes an evaluator of any type but Self, with unsubmitted answers. The next generation does not add a removed
   * Manager again.
   * @summary Remove an evaluator
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Removed')
  @Response<ErrorBody>(409, 'CONFLICT: Self, submitted, or the cycle is Closed or Archived')
  public async deletePeerAssignment(@Path() id: string): Promise<void> {
    await removeEvaluator(id);
    this.setStatus(204);
  }
}
