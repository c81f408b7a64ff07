import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../../http/types';
import { answerResult } from '../../platform/jobs/job-answer';
import type { JobView } from '../../platform/jobs/jobs.dto';
import type { CreatePulseSurvey, PulseSurveyView, UpdatePulseSurvey } from './pulse-surveys.dto';
import { getPulseSurvey, listPulseSurveys } from './pulse-surveys.queries';
import {
  closePulseSurvey,
  createPulseSurvey,
  deletePulseSurvey,
  openPulseSurvey,
  updatePulseSurvey,
} from './pulse-surveys.service';
import type { AnswerSurvey, SurveyAnswered, SurveyForm, SurveyToAnswer } from './survey-answers.dto';
import { getSurveyToAnswer, listSurveysToAnswer } from './survey-answers.queries';
import { answerSurvey } from './survey-answers.service';
import { SurveyMail, type SurveyMailPreview, type SurveyReminded } from './survey-mail.dto';
import { previewSurveyMail } from './survey-mail.queries';
import { remindOfSurvey } from './survey-reminder.service';
import type { SurveyCommentView, SurveyResults } from './survey-results.dto';
import { listSurveyComments, surveyResults } from './survey-results.queries';

const PATH = '/api/pulse-surveys';

@Route('api/pulse-surveys')
@Tags('Pulse surveys')
export class PulseSurveysController extends ResourceController {
  /**
   * Returns surveys, newest first.
   * @summary List pulse surveys
   * @param status Draft, Open or Closed, or its number
   * @param search part of the name
   */
  @Get()
  @Security('jwt', ['pulse-surveys:manage'])
  public async listPulseSurveys(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<PulseSurveyView>> {
    return pageOf(page, pageSize, (slice) => listPulseSurveys({ status, search }, slice));
  }

  /**
   * Returns the open surveys that you are invited to and have not answered yet, with their questions.
   * @summary List surveys to answer
   */
  @Get('to-answer')
  @Security('jwt', ['pulse-surveys:answer'])
  public async listSurveysToAnswer(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<SurveyToAnswer>> {
    return pageOf(page, pageSize, (slice) => listSurveysToAnswer(slice));
  }

  /**
   * Returns one survey that you are invited to, with its questions and whether you have answered it. Any other survey,
   * or one that has not been opened, is 404.
   * @summary Get a survey to answer
   */
  @Get('{id}/to-answer')
  @Security('jwt', ['pulse-surveys:answer'])
  public async getSurveyToAnswer(@Path() id: string): Promise<SurveyForm> {
    return getSurveyToAnswer(id);
  }

  /**
   * Returns one survey.
   * @summary Get a pulse survey
   */
  @Get('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  public async getPulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Creates a Draft survey. You can choose the ids of the survey and its questions. Without departments, every employee
   * is invited. A department includes only its own employees, not those of its subdepartments.
   * @summary Create a pulse survey
   */
  @Post()
  @Security('jwt', ['pulse-surveys:manage'])
  @SuccessResponse(201, 'Created')
  public async createPulseSurvey(@Body() body: CreatePulseSurvey): Promise<PulseSurveyView> {
    return this.created(PATH, await getPulseSurvey(await createPulseSurvey(body)));
  }

  /**
   * Updates a Draft survey. Omitted fields keep their values, null clears a field.
   * @summary Update a pulse survey
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(409, 'CONFLICT: the survey is Open or Closed')
  public async updatePulseSurvey(
    @Path() id: string,
    @Body() body: UpdatePulseSurvey,
    @Header('If-Match') ifMatch?: string,
  ): Promise<PulseSurveyView> {
    await updatePulseSurvey(id, body, expectedRevision(ifMatch));
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Deletes a Draft survey. A survey that has been opened cannot be deleted.
   * @summary Delete a pulse survey
   */
  @Delete('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is Open or Closed')
  public async deletePulseSurvey(@Path() id: string): Promise<void> {
    await deletePulseSurvey(id);
    this.setStatus(204);
  }

  /**
   * Opens a Draft survey with at least one question. The anonymity threshold is fixed. The Active employees of its
   * departments are invited, and jobs notify and email them. Only they can answer, and their answers count in their current
   * department, even if they move.
   * @summary Open a pulse survey
   */
  @Post('{id}/open')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not a Draft, or has no questions')
  public async openPulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    await openPulseSurvey(id);
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Returns how many people an email about the survey would go to now, the result of the last one, and the email with a sample
   * name. Sends nothing, and needs no mail server.
   * @summary Preview an email about a survey
   * @param kind survey-opened, which opening sends, or survey-reminder (the default)
   */
  @Get('{id}/mail-preview')
  @Security('jwt', ['pulse-surveys:manage'])
  public async previewSurveyMail(
    @Path() id: string,
    @Query() kind: SurveyMail = SurveyMail.Reminder,
  ): Promise<SurveyMailPreview> {
    return previewSurveyMail(id, kind);
  }

  /**
   * Emails the accounts of invited employees who have not answered an Open survey. No one sees who they are: `recipients` counts
   * the invited employees without an answer. A second call within 10 minutes sends nothing and returns the first call's job.
   * Returns 202 with the job if it takes long.
   * @summary Send survey reminders
   */
  @Post('{id}/remind')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<JobView>(202, 'Still under way, or asked for with Prefer: respond-async')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not Open, or no mail server is configured')
  public async remindOfSurvey(@Path() id: string, @Request() request: express.Request): Promise<SurveyReminded> {
    return answerResult(request, await remindOfSurvey(id));
  }

  /**
   * Closes an Open survey permanently. Its results can be read from then on, and no one can find out who has answered.
   * @summary Close a pulse survey
   */
  @Post('{id}/close')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not Open')
  public async closePulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    await closePulseSurvey(id);
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Stores your answers to an Open survey, once. The answers are anonymous: they contain no user and no time, and the
   * fingerprint that prevents a second submission is stored separately. Only accounts of employees who were invited
   * when the survey opened can answer, once for each employee; all others get 403.
   * @summary Answer a pulse survey
   */
  @Post('{id}/respond')
  @Security('jwt', ['pulse-surveys:answer'])
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not Open, or you have answered it')
  public async answerSurvey(@Path() id: string, @Body() body: AnswerSurvey): Promise<SurveyAnswered> {
    await answerSurvey(id, body.answers);
    return { surveyId: id, accepted: true };
  }

  /**
   * Returns the results of a Closed survey. Figures that are based on fewer answers than the threshold are null and
   * marked as suppressed: for the survey, each question and each department. Figures from which a hidden group could
   * be computed by subtraction are suppressed too. Until the survey is closed everything is suppressed, because
   * comparing two results could reveal one answer.
   * @summary Get the results of a pulse survey
   * @param by `department` adds the figures of each department
   */
  @Get('{id}/results')
  @Security('jwt', ['pulse-surveys:manage'])
  public async getSurveyResults(@Path() id: string, @Query() by?: string): Promise<SurveyResults> {
    return surveyResults(id, by);
  }

  /**
   * Returns the comments to the Text questions of a Closed survey, in random order. Comments that must stay hidden are omitted.
   * @summary List the comments of a pulse survey
   * @param questionId one Text question of the survey
   */
  @Get('{id}/comments')
  @Security('jwt', ['pulse-surveys:manage'])
  public async listSurveyComments(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() questionId?: Id,
  ): Promise<Page<SurveyCommentView>> {
    return pageOf(page, pageSize, (slice) => listSurveyComments(id, questionId, slice));
  }
}
