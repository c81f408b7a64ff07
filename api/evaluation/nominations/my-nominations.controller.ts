import { Body, Controller, Get, Path, Post, Put, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf, pageRequest } from '../../http/pagination';
import type { PageNumber, PageSize, Search } from '../../http/types';
import { nominationCandidates } from './candidates.queries';
import { saveNomination, submitNomination } from './my-nominations.service';
import type { CandidateView, MyNominationView, SaveNomination } from './nominations.dto';
import { listMyNominations, myNominationView, ownNomination } from './nominations.queries';

@Route('api/my-nominations')
@Tags('Nominations')
@Security('jwt', ['nominations:use'])
export class MyNominationsController extends Controller {
  /**
   * Returns your nomination in each Open or InProgress cycle that asks for it, newest first.
   * @summary List my nominations
   */
  @Get()
  public async listMyNominations(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<MyNominationView>> {
    return pageOf(page, pageSize, listMyNominations);
  }

  /**
   * Returns the first Active employees by name without you. `unavailable` is the reason why someone cannot be your peer.
   * @summary List candidates for my nomination
   */
  @Get('{cycleId}/candidates')
  public async listMyCandidates(
    @Path() cycleId: string,
    @Query() search?: Search,
    @Query() limit: PageSize = 50,
  ): Promise<CandidateView[]> {
    return nominationCandidates(await ownNomination(cycleId), search, pageRequest(1, limit).pageSize);
  }

  /**
   * Saves your choice as a draft. The number of peers is checked when you submit. Where `takesGuests` is true you also name
   * people without an account, who are asked as Stakeholders once your manager approves.
   * @summary Save my nomination
   */
  @Put('{cycleId}')
  @Response<ErrorBody>(400, 'VALIDATION: a field `evaluatorIds[<place>]` for each employee who cannot be your peer')
  @Response<ErrorBody>(
    409,
    'CONFLICT: submitted, past the last day, the cycle is not Open or InProgress, or it takes no guests',
  )
  public async saveMyNomination(@Path() cycleId: string, @Body() body: SaveNomination): Promise<MyNominationView> {
    return myNominationView(await saveNomination(cycleId, body));
  }

  /**
   * Submits your draft. With `peerNomination: SubjectAndManager` your manager decides; with `Subject` the peers become your
   * evaluators.
   * @summary Submit my nomination
   */
  @Post('{cycleId}/submit')
  @Response<ErrorBody>(400, 'VALIDATION: too few or too many, or an employee who cannot be your peer any more')
  @Response<ErrorBody>(409, 'CONFLICT: submitted, past the last day, or the cycle is not Open or InProgress')
  public async submitMyNomination(@Path() cycleId: string): Promise<MyNominationView> {
    return myNominationView(await submitNomination(cycleId));
  }
}
