import { Body, Controller, Post, Route, Security, Tags } from '@tsoa/runtime';
import type { ChangeGaps, PlannedGaps } from './gaps-bulk.dto';
import { planGaps } from './gaps-bulk.service';

@Route('api/gap-analysis/bulk')
@Tags('Gap analysis')
@Security('jwt', ['results:read-all'])
export class GapsBulkController extends Controller {
  /**
   * Creates Draft development plans from up to 200 gaps: `plan` creates one for each employee with an action for each
   * gap, at most five, by the rules of `POST /api/development-plans/from-gaps` and all in one transaction. `refused`
   * lists the gaps without an action, such as those that the employee is not shown, with the reason. `dryRun` stores no change.
   * @summary Create plans from several gaps
   */
  @Post()
  public async planGaps(@Body() body: ChangeGaps): Promise<PlannedGaps> {
    return planGaps(body);
  }
}
