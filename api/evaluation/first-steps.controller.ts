import { Controller, Get, Route, Security, Tags } from '@tsoa/runtime';
import type { FirstStepsView } from './first-steps.dto';
import { firstSteps } from './first-steps.queries';

@Route('api/tenant-settings/first-steps')
@Tags('Tenant settings')
@Security('jwt', ['cycles:manage'])
export class FirstStepsController extends Controller {
  /**
   * Returns the steps from an empty organization to its first open cycle with what is done, and the cycles that take answers.
   * @summary List the first steps
   */
  @Get()
  public async firstSteps(): Promise<FirstStepsView> {
    return firstSteps();
  }
}
