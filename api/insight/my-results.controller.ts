import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import { type Page, pageOf } from '../http/pagination';
import type { PageNumber, PageSize } from '../http/types';
import type { MyResultRow } from './my-results.dto';
import { listMyResults } from './my-results.queries';

@Route('api/my-results')
@Tags('Evaluation results')
export class MyResultsController extends Controller {
  /**
   * Returns the cycles whose results are published to you, newest first, each with your score. Small evaluator groups remain
   * hidden, as in `GET /api/evaluation-results/{cycleId}/subjects/{subjectId}`, which returns one of them in detail.
   * @summary List my results
   * @param cycleId only those of this cycle
   */
  @Get()
  @Security('jwt', ['results:read'])
  public async listMyResults(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: string,
  ): Promise<Page<MyResultRow>> {
    return pageOf(page, pageSize, (slice) => listMyResults(cycleId, slice));
  }
}
