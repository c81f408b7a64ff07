import { Controller, Get, Path, Post, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type express from 'express';
import { type AnswerProgress, EVERYONE, type MailPart } from '../../shared/evaluation/cycles/cycle-mail.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { CycleMailResult } from '../../shared/jobs/contract';
import type { ErrorBody } from '../http/errors';
import type { Id } from '../http/types';
import { answerResult } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import type { CycleMailPreview, PreviewedCycleMail, SentCycleMail } from './cycle-mail.dto';
import { previewCycleMail, sentCycleMails } from './cycle-mail.queries';
import { startCycleMail } from './cycle-mail.service';

function mailPart(evaluatorType?: EvaluatorType, departmentId?: Id, progress?: AnswerProgress): MailPart {
  return {
    ...EVERYONE,
    evaluatorType: evaluatorType ?? null,
    departmentId: departmentId ?? null,
    progress: progress ?? null,
  };
}

@Route('api/email-triggers/cycle')
@Tags('Email triggers')
@Security('jwt', ['email-triggers:send'])
export class EmailTriggersController extends Controller {
  /**
   * Returns how many recipients an email about a cycle would have now, the result of the last one, and the email with a
   * sample name and numbers, the same each time. Sends nothing, and needs no mail server.
   * @summary Preview an email about a cycle
   * @param kind cycle-opened, deadline-reminder (the default) or results-published, which HR sends; nominations-asked and
   * evaluations-added, which go out by themselves
   * @param evaluatorType of a reminder: only evaluators of this type
   * @param departmentId of a reminder: only evaluators who are in this department today
   * @param progress of a reminder: only those with an evaluation that is not started, or only those with a started one
   */
  @Get('{id}/preview')
  public async previewCycleMail(
    @Path() id: string,
    @Query() kind: PreviewedCycleMail = 'deadline-reminder',
    @Query() evaluatorType?: EvaluatorType,
    @Query() departmentId?: Id,
    @Query() progress?: AnswerProgress,
  ): Promise<CycleMailPreview> {
    return previewCycleMail(id, kind, mailPart(evaluatorType, departmentId, progress));
  }

  /**
   * Returns when an email of each kind about a cycle was last sent, and its result. Kinds that were never sent are omitted.
   * @summary List the sent emails of a cycle
   */
  @Get('{id}')
  public async listSentCycleMails(@Path() id: string): Promise<SentCycleMail[]> {
    return sentCycleMails(id);
  }

  /**
   * Sends one email and one notification to every evaluator of an Open or InProgress cycle with evaluations to answer. A
   * second call within 10 minutes emails only the evaluators whom the first one has not emailed, in a job of its own that
   * `sent` counts; without any it sends nothing and returns the first call's job. After a failed job it continues with the
   * remaining evaluators. Returns 202 with the job if it takes long.
   * @summary Announce an open cycle
   */
  @Post('{id}/notify-opened')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle takes no answers now, or no mail server is configured')
  public async notifyOpened(@Path() id: string, @Request() request: express.Request): Promise<CycleMailResult> {
    return answerResult(request, await startCycleMail('cycle-opened', id));
  }

  /**
   * Emails and notifies the evaluators of an Open or InProgress cycle who have not submitted everything: one email per
   * evaluator. A second call for the same recipients within 10 minutes sends nothing and returns the first call's job.
   * @summary Send deadline reminders
   * @param evaluatorType only evaluators of this type
   * @param departmentId only evaluators who are in this department today
   * @param progress only those with an evaluation that is not started, or only those with a started one
   */
  @Post('{id}/deadline-reminder')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle takes no answers now, or no mail server is configured')
  public async remindOfDeadline(
    @Path() id: string,
    @Request() request: express.Request,
    @Query() evaluatorType?: EvaluatorType,
    @Query() departmentId?: Id,
    @Query() progress?: AnswerProgress,
  ): Promise<CycleMailResult> {
    const part = mailPart(evaluatorType, departmentId, progress);
    return answerResult(request, await startCycleMail('deadline-reminder', id, part));
  }

  /**
   * Publishes the results of a Closed or Archived cycle unless they are published, and emails and notifies its
   * subjects. A second call within 10 minutes sends nothing and returns the first call's job.
   * @summary Announce published results
   */
  @Post('{id}/results-published')
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is not Closed or Archived, or no mail server is configured')
  public async announceResults(@Path() id: string, @Request() request: express.Request): Promise<CycleMailResult> {
    return answerResult(request, await startCycleMail('results-published', id));
  }
}
