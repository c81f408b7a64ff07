import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import type { CreatePulseSurvey, PulseSurveyView, UpdatePulseSurvey } from './pulse-surveys.dto';
import { getPulseSurvey, listPulseSurveys } from './pulse-surveys.queries';
import {
  closePulseSurvey,
  createPulseSurvey,
  deletePulseSurvey,
  openPulseSurvey,
  updatePulseSurvey,
} from './pulse-surveys.service';
import type { AnswerSurvey, SurveyAnswered, SurveyToAnswer } from './survey-answers.dto';
import { listSurveysToAnswer } from './survey-answers.queries';
import { answerSurvey } from './survey-answers.service';
import type { SurveyCommentView, SurveyResults } from './survey-results.dto';
import { listSurveyComments, surveyResults } from './survey-results.queries';

const PATH = '/api/pulse-surveys';

@Route('api/pulse-surveys')
@Tags('Pulse surveys')
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class PulseSurveysController extends ResourceController {
  /**
   * Surveys, the newest first.
   * @summary List pulse surveys
   * @param status Draft, Open or Closed, or its number
   * @param search part of the name
   */
  @Get()
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listPulseSurveys(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<PulseSurveyView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listPulseSurveys({ status, search }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * The open surveys that ask the caller and have no answer of theirs yet, with their questions.
   * @summary List the surveys to answer
   */
  @Get('to-answer')
  @Security('jwt', ['pulse-surveys:answer'])
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listSurveysToAnswer(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<SurveyToAnswer>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listSurveysToAnswer(request);
    return toPage(items, totalCount, request);
  }

  /**
   * One survey.
   * @summary Read a pulse survey
   */
  @Get('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getPulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Creates a survey as a Draft. Ids may be given for the survey and its questions. Without departments it asks everybody;
   * a department stands for its own employees, not for those of departments below it.
   * @summary Create a pulse survey
   */
  @Post()
  @Security('jwt', ['pulse-surveys:manage'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async createPulseSurvey(@Body() body: CreatePulseSurvey): Promise<PulseSurveyView> {
    return this.created(PATH, await getPulseSurvey(await createPulseSurvey(body)));
  }

  /**
   * Changes a Draft: absent fields stay as they are, null clears.
   * @summary Edit a pulse survey
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is Open or Closed')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updatePulseSurvey(
    @Path() id: string,
    @Body() body: UpdatePulseSurvey,
    @Header('If-Match') ifMatch?: string,
  ): Promise<PulseSurveyView> {
    await updatePulseSurvey(id, body, ifMatch);
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Deletes a Draft. A survey that was opened stays: its answers were given to be read.
   * @summary Delete a pulse survey
   */
  @Delete('{id}')
  @Security('jwt', ['pulse-surveys:manage'])
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is Open or Closed')
  public async deletePulseSurvey(@Path() id: string): Promise<void> {
    await deletePulseSurvey(id);
    this.setStatus(204);
  }

  /**
   * Opens a Draft with at least one question: the anonymity threshold is frozen, the Active employees of its departments
   * are counted as invited and notified by a job. Those who join them later may answer too.
   * @summary Open a pulse survey
   */
  @Post('{id}/open')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is no Draft, or asks nothing')
  public async openPulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    await openPulseSurvey(id);
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Closes an Open survey, for good. From then on its results can be read, and nobody can find out who has answered.
   * @summary Close a pulse survey
   */
  @Post('{id}/close')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not Open')
  public async closePulseSurvey(@Path() id: string): Promise<PulseSurveyView> {
    await closePulseSurvey(id);
    return this.tagged(await getPulseSurvey(id));
  }

  /**
   * Answers an Open survey, once. The answers are anonymous: they hold no user and no time, and the fingerprint that stops
   * a second answer stands apart from them. A survey that does not ask the caller does not exist for them (404).
   * @summary Answer a pulse survey
   */
  @Post('{id}/respond')
  @Security('jwt', ['pulse-surveys:answer'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the survey is not Open, or you have answered it')
  public async answerSurvey(@Path() id: string, @Body() body: AnswerSurvey): Promise<SurveyAnswered> {
    await answerSurvey(id, body.answers);
    return { surveyId: id, accepted: true };
  }

  /**
   * The results of a Closed survey. Figures that stand on fewer answers than the threshold are null and marked as
   * suppressed, for the whole survey, for each question and for each department; so are those that would let a hidden
   * group be computed by subtraction. Until it is closed everything is suppressed, since two looks around one answer
   * would tell it.
   * @summary Read the results of a pulse survey
   * @param by `department` adds the figures of each department
   */
  @Get('{id}/results')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getSurveyResults(@Path() id: string, @Query() by?: string): Promise<SurveyResults> {
    return surveyResults(id, by);
  }

  /**
   * The comments to the Text questions of a Closed survey, in random order; those that may not be shown are left out.
   * @summary List the comments of a pulse survey
   * @param questionId one Text question of the survey
   */
  @Get('{id}/comments')
  @Security('jwt', ['pulse-surveys:manage'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async listSurveyComments(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() questionId?: Id,
  ): Promise<Page<SurveyCommentView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listSurveyComments(id, questionId, request);
    return toPage(items, totalCount, request);
  }
}
