import { Controller, Path, Post, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { CycleMailResult } from '../../shared/jobs/contract';
import type { ErrorBody } from '../http/errors';
import { answerResult } from '../http/job-answer';
import type { JobView } from '../platform/jobs.dto';
import { startCycleMail } from './email-triggers.service';

@Route('api/email-triggers/cycle')
@Tags('E-mail triggers')
@Security('jwt', ['email-triggers:send'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class EmailTriggersController extends Controller {
  /**
   * Mails and notifies every evaluator of an Open or InProgress cycle who has something to answer: one mail per person. A
   * second call within 10 minutes mails nobody again and answers with the first one's job; after a failed job it goes on
   * with what was left. Answers 202 with the job when it takes long.
   * @summary Announce that a cycle is open
   */
  @Post('{id}/notify-opened')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle takes no answers now, or no mail server is configured')
  public async notifyOpened(@Path() id: string, @Request() request: express.Request): Promise<CycleMailResult> {
    return answerResult(request, await startCycleMail('cycle-opened', id));
  }

  /**
   * Mails and notifies those evaluators of an Open or InProgress cycle who have not submitted everything: one mail per
   * person. Calls are repeated as for `notify-opened`.
   * @summary Remind of the deadline
   */
  @Post('{id}/deadline-reminder')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle takes no answers now, or no mail server is configured')
  public async remindOfDeadline(@Path() id: string, @Request() request: express.Request): Promise<CycleMailResult> {
    return answerResult(request, await startCycleMail('deadline-reminder', id));
  }

  /**
   * Mails and notifies the subjects of a cycle whose results are published. Calls are repeated as for `notify-opened`.
   * @summary Announce published results
   */
  @Post('{id}/results-published')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the results are not published, or no mail server is configured')
  public async announceResults(@Path() id: string, @Request() request: express.Request): Promise<CycleMailResult> {
    return answerResult(request, await startCycleMail('results-published', id));
  }
}
