import { Controller, Get, Path, Route, Security, Tags } from '@tsoa/runtime';
import type { QualityView } from './quality.dto';
import { getQuality } from './quality.queries';

@Route('api/evaluation-results')
@Tags('Evaluation results')
export class QualityController extends Controller {
  /**
   * Returns the reliability of a cycle's scores by evaluator type: how much of the differences between scores is due to the
   * subjects and not to their evaluators. For HR only. While the cycle takes answers, the figures may be a minute old.
   * @summary Get the reliability of a cycle
   */
  @Get('{cycleId}/quality')
  @Security('jwt', ['results:read-all'])
  public async getQuality(@Path() cycleId: string): Promise<QualityView> {
    return getQuality(cycleId);
  }
}
