import { Controller, Path, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type JobView, toJobView } from '../platform/jobs/jobs.dto';
import { runJobAgain } from './job-repetition.service';

@Route('api/jobs')
@Tags('Jobs')
@Security('jwt', ['jobs:read'])
export class JobRepetitionController extends Controller {
  /**
   * Starts an ended job again with the same options, and returns the new job. Exports, gap calculations, scores, the
   * generation of evaluations, the assignment of direct reports, and plans of peers can run again (`canRunAgain` of the
   * job). Requires the permission of the original.
   * @summary Run a job again
   */
  @Post('{id}/run-again')
  @SuccessResponse(202, 'Accepted')
  @Response<ErrorBody>(404, 'NOT_FOUND: the job, or what it was about')
  @Response<ErrorBody>(409, 'CONFLICT: the job has not ended, or repeating it is not safe')
  public async runJobAgain(@Path() id: string): Promise<JobView> {
    const job = await runJobAgain(id);
    this.setStatus(202);
    this.setHeader('Location', `/api/jobs/${job._id}`);
    return toJobView(job);
  }
}
