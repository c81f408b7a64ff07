import { Controller, Get, Path, Route, Security, Tags } from '@tsoa/runtime';
import type { ProgressDay } from './cycle-progress.dto';
import { cycleProgress } from './cycle-progress.queries';

@Route('api/evaluation-cycles')
@Tags('Evaluation cycles')
@Security('jwt', ['cycles:manage'])
export class CycleProgressController extends Controller {
  /**
   * Returns the number of submissions by day in the organization's time zone, in order. Days without a submission are omitted.
   * @summary Get the submissions of a cycle per day
   */
  @Get('{id}/progress')
  public async getCycleProgress(@Path() id: string): Promise<ProgressDay[]> {
    return cycleProgress(id);
  }
}
