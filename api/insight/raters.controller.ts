import { Controller, Get, Path, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import type { PageNumber, PageSize, Search } from '../http/types';
import type { RaterView } from './raters.dto';
import { listRaters } from './raters.queries';

@Route('api/evaluation-results')
@Tags('Evaluation results')
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class RatersController extends Controller {
  /**
   * Everybody who has submitted an evaluation in the cycle, by name: how lenient, how varied and how much in agreement with
   * the others, over submitted answers to items that feed the score, and how they see themselves. For HR alone.
   * @summary List the raters of a cycle
   * @param search part of the name, e-mail or code
   */
  @Get('{cycleId}/raters')
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async listRaters(
    @Path() cycleId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<Page<RaterView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listRaters(cycleId, search, request);
    return toPage(items, totalCount, request);
  }
}
