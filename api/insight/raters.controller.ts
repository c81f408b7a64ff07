import { Controller, Get, Path, Query, Route, Security, Tags } from '@tsoa/runtime';
import { type Page, pageOf } from '../http/pagination';
import type { PageNumber, PageSize, Search } from '../http/types';
import type { RaterView } from './raters.dto';
import { listRaters } from './raters.queries';
import { recordCycleViewed } from './results-viewed.service';

@Route('api/evaluation-results')
@Tags('Evaluation results')
export class RatersController extends Controller {
  /**
   * Returns everyone who has submitted an evaluation in the cycle, by name: leniency, spread and agreement with others of the
   * same evaluator type, over submitted answers to items that count toward the score, and self-perception. For HR only.
   * @summary List the raters of a cycle
   * @param search part of the name, email or code
   * @param subjectId only those who have submitted an evaluation of this employee
   */
  @Get('{cycleId}/raters')
  @Security('jwt', ['results:read-all'])
  public async listRaters(
    @Path() cycleId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() subjectId?: string,
  ): Promise<Page<RaterView>> {
    const raters = await pageOf(page, pageSize, (slice) => listRaters(cycleId, { search, subjectId }, slice));
    await recordCycleViewed(cycleId, 'raters');
    return raters;
  }
}
