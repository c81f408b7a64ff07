import { Body, Controller, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf, pageRequest } from '../../http/pagination';
import type { PageNumber, PageSize, Search } from '../../http/types';
import { nominationCandidates } from './candidates.queries';
import type { ApproveNomination, CandidateView, NominationView, ReturnNomination } from './nominations.dto';
import { listTeamNominations, nominationView, teamNomination } from './nominations.queries';
import { approveNomination, returnNomination } from './team-nominations.service';

@Route('api/team-nominations')
@Tags('Nominations')
@Security('jwt', ['nominations:use'])
export class TeamNominationsController extends Controller {
  /**
   * Returns the nominations of the subjects whose manager you are, by name, in Open and InProgress cycles in which
   * managers decide.
   * @summary List the nominations of my team
   * @param cycleId only those of this cycle
   * @param status Open, Submitted, Returned or Approved, or its number 0 to 3
   */
  @Get()
  public async listTeamNominations(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: string,
    @Query() status?: string,
  ): Promise<Page<NominationView>> {
    return pageOf(page, pageSize, (slice) => listTeamNominations({ cycleId, status }, slice));
  }

  /**
   * Returns the first Active employees by name without the subject. `unavailable` is the reason why someone cannot be a peer.
   * @summary List candidates for a subject
   */
  @Get('{cycleId}/{subjectId}/candidates')
  @Response<ErrorBody>(404, 'NOT_FOUND: does not exist, or you are neither the manager nor HR')
  public async listTeamCandidates(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Query() search?: Search,
    @Query() limit: PageSize = 50,
  ): Promise<CandidateView[]> {
    return nominationCandidates(await teamNomination(cycleId, subjectId), search, pageRequest(1, limit).pageSize);
  }

  /**
   * Makes the peers and guests of a Submitted nomination, or your own choice, evaluators of the subject, in addition to existing
   * ones. Guests get a link by email. The manager of the evaluation or HR decides, but no one on their own.
   * @summary Approve a nomination
   */
  @Post('{cycleId}/{subjectId}/approve')
  @Response<ErrorBody>(400, 'VALIDATION: a field `evaluatorIds[<place>]` for each employee who cannot be a peer')
  @Response(403, 'It is your own')
  @Response<ErrorBody>(404, 'NOT_FOUND: does not exist, or you are neither the manager nor HR')
  @Response<ErrorBody>(409, 'CONFLICT: not Submitted, the cycle is not Open or InProgress, or it takes no guests')
  public async approveNomination(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Body() body: ApproveNomination,
  ): Promise<NominationView> {
    return nominationView(await approveNomination(cycleId, subjectId, body));
  }

  /**
   * Asks the subject to choose again. The manager of the evaluation or HR decides, but no one on their own.
   * @summary Return a nomination
   */
  @Post('{cycleId}/{subjectId}/return')
  @Response(403, 'It is your own')
  @Response<ErrorBody>(404, 'NOT_FOUND: does not exist, or you are neither the manager nor HR')
  @Response<ErrorBody>(409, 'CONFLICT: not Submitted, or the cycle is not Open or InProgress')
  public async returnNomination(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Body() body: ReturnNomination,
  ): Promise<NominationView> {
    return nominationView(await returnNomination(cycleId, subjectId, body.reason));
  }
}
