import { Controller, Path, Post, Request, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { succeeded } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import { eraseCallingGuest, eraseGuestById } from './guest-erasure.service';

@Route('api/guests')
@Tags('Guests')
@Security('jwt', ['privacy:manage'])
export class GuestErasureController extends Controller {
  /**
   * Deletes name, email, language and drafts of a guest, whose link opens nothing any more. Submitted answers stay without the
   * person. Returns 202 with the job if the deletion takes long. Repeating the call has no effect.
   * @summary Delete the data of a guest
   */
  @Post('{id}/erase')
  @SuccessResponse(204, 'Erased')
  @Response<JobView>(202, 'The deletion continues in the job that Location names')
  public async eraseGuest(@Path() id: string, @Request() request: HttpRequest): Promise<void> {
    await succeeded(request, await eraseGuestById(id));
    this.setStatus(204);
  }
}

@Route('api/guest')
@Tags('Guest')
@Security('guest')
export class OwnGuestErasureController extends Controller {
  /**
   * Deletes your name, your email and your language at once, and your drafts by a job. Submitted answers stay without you, and
   * your link opens nothing any more.
   * @summary Delete my data as a guest
   */
  @Post('erase')
  @SuccessResponse(204, 'Erased')
  @Response<ErrorBody>(409, 'CONFLICT: withdrawn, erased, or the cycle takes no answers now')
  public async eraseOwnGuestData(): Promise<void> {
    await eraseCallingGuest();
    this.setStatus(204);
  }
}
