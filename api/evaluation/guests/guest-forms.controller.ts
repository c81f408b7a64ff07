import {
  Body,
  Get,
  NoSecurity,
  Path,
  Post,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../../http/errors';
import { ResourceController } from '../../http/resource';
import { guestCookie } from '../../platform/sign-in/guest-authentication';
import { isForHost } from '../../platform/sign-in/tenant-host';
import type { MyEvaluationAnswers, MyEvaluationView, SaveAnswers, StaleAnswers } from '../my-evaluations.dto';
import type { DeclineEvaluation, GuestPageView, GuestSessionView, OpenGuestSession } from './guest-forms.dto';
import {
  declineEvaluation,
  guestEvaluation,
  guestPage,
  saveGuestAnswers,
  submitGuestEvaluation,
} from './guest-forms.service';
import { openGuestSession } from './guest-session.service';

@Route('api/guest')
@Tags('Guest')
@Security('guest')
@Response<ErrorBody>(409, 'CONFLICT: withdrawn, erased, or the cycle takes no answers now')
export class GuestFormsController extends ResourceController {
  /**
   * Exchanges the token of a link for a session of 12 hours, which opens `/api/guest` alone. The same link opens the next one.
   * @summary Open the link of a guest
   */
  @Post('session')
  @NoSecurity()
  @Response<ErrorBody>(401, 'INVALID_CREDENTIALS: forged, replaced by a newer email, or of another organization')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async openGuestSession(
    @Body() body: OpenGuestSession,
    @Request() request: HttpRequest,
  ): Promise<GuestSessionView> {
    const session = await openGuestSession(body.token, (tenant) => isForHost(request, tenant), guestPage);
    this.setHeader('Set-Cookie', guestCookie(request, session.accessToken));
    return session;
  }

  /**
   * Returns who asks, about whom and until when, with your evaluations.
   * @summary Get the page of a guest
   */
  @Get()
  public async getGuestPage(): Promise<GuestPageView> {
    return guestPage();
  }

  /**
   * Returns one of your evaluations with its questions and your answers so far.
   * @summary Get an evaluation of a guest
   */
  @Get('evaluations/{id}')
  public async getGuestEvaluation(@Path() id: string): Promise<MyEvaluationView> {
    return this.tagged(await guestEvaluation(id));
  }

  /**
   * Saves answers as a draft like `POST /api/my-evaluations/{id}/respond`.
   * @summary Save answers of a guest
   */
  @Post('evaluations/{id}/respond')
  @Response<StaleAnswers>(409, 'CONFLICT: a stale revision, submitted already, or nothing is asked any more')
  public async respondAsGuest(@Path() id: string, @Body() body: SaveAnswers): Promise<MyEvaluationAnswers> {
    return this.tagged(await saveGuestAnswers(id, body));
  }

  /**
   * Checks that every required item is answered, and locks the evaluation.
   * @summary Submit an evaluation of a guest
   */
  @Post('evaluations/{id}/submit')
  @Response<ErrorBody>(400, 'VALIDATION: a field `answers[<itemId>]` for each required item without an answer')
  public async submitAsGuest(@Path() id: string): Promise<MyEvaluationAnswers> {
    return this.tagged(await submitGuestEvaluation(id));
  }

  /**
   * Declines an evaluation: it is no longer requested. HR reads the reason.
   * @summary Reject an evaluation as a guest
   */
  @Post('evaluations/{id}/decline')
  @SuccessResponse(204, 'Declined')
  public async declineAsGuest(@Path() id: string, @Body() body: DeclineEvaluation): Promise<void> {
    await declineEvaluation(id, body);
    this.setStatus(204);
  }
}
