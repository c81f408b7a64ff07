import { Body, Delete, Get, Path, Post, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { Id, PageNumber, PageSize } from '../http/types';
import type { ParticipantView } from './participants.dto';
import type { CreatePeerAssignment } from './peer-assignments.dto';
import { getPeerAssignment, listPeerAssignments } from './peer-assignments.queries';
import { createPeerAssignment, deletePeerAssignment } from './peer-assignments.service';

const PATH = '/api/peer-assignments';

@Route('api/peer-assignments')
@Tags('Peer assignments')
@Security('jwt', ['peers:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class PeerAssignmentsController extends ResourceController {
  /**
   * Peers, direct reports and stakeholders of a cycle's subjects, by subject, assigned automatically or by hand.
   * @summary List peer assignments
   * @param subjectId only evaluations of this employee
   * @param evaluatorId only evaluations by this employee
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async listPeerAssignments(
    @Query() cycleId: Id,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() subjectId?: string,
    @Query() evaluatorId?: string,
  ): Promise<Page<ParticipantView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listPeerAssignments(cycleId, { subjectId, evaluatorId }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One assignment.
   * @summary Read a peer assignment
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getPeerAssignment(@Path() id: string): Promise<ParticipantView> {
    return this.tagged(await getPeerAssignment(id));
  }

  /**
   * Makes an employee an evaluator of a subject. Self and Manager follow from the generation and cannot be assigned;
   * an evaluator has one role for a subject. The limits of automatic assignment do not apply.
   * @summary Assign an evaluator
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: there is a role already, the cycle is Closed or Archived, or the id is taken')
  public async createPeerAssignment(@Body() body: CreatePeerAssignment): Promise<ParticipantView> {
    return this.created(PATH, await getPeerAssignment(await createPeerAssignment(body)));
  }

  /**
   * Takes an evaluator from a subject, with the answers that are not submitted.
   * @summary Remove an evaluator
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Removed')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the evaluation is submitted')
  public async deletePeerAssignment(@Path() id: string): Promise<void> {
    await deletePeerAssignment(id);
    this.setStatus(204);
  }
}
