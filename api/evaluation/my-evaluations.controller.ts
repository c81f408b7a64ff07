import { Body, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import type {
  MyEvaluationAnswers,
  MyEvaluationRow,
  MyEvaluationView,
  SaveAnswers,
  StaleAnswers,
} from './my-evaluations.dto';
import { getMyEvaluation, listMyEvaluations, withAnswers } from './my-evaluations.queries';
import { acknowledgeResults, saveAnswers } from './my-evaluations.service';
import { submitEvaluation } from './submissions.service';

@Route('api/my-evaluations')
@Tags('My evaluations')
@Security('jwt', ['my-evaluations:use'])
export class MyEvaluationsController extends ResourceController {
  /**
   * Returns the evaluations that you write, without questions and answers: first those that you can still answer, by the
   * end date of their cycle, then those that you have submitted, then those of cycles that are over, each newest first.
   * Draft cycles are omitted; without an employee you have none.
   * @summary List my evaluations
   * @param cycleId only those of this cycle
   * @param status InProgress, Submitted or Acknowledged, or its number 0 to 2
   */
  @Get()
  public async listMyEvaluations(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: string,
    @Query() status?: string,
  ): Promise<Page<MyEvaluationRow>> {
    return pageOf(page, pageSize, (slice) => listMyEvaluations({ cycleId, status }, slice));
  }

  /**
   * Returns one evaluation with the questions of your evaluator type and your answers so far.
   * @summary Get one of my evaluations
   */
  @Get('{id}')
  public async getMyEvaluation(@Path() id: string): Promise<MyEvaluationView> {
    return this.tagged(await getMyEvaluation(id));
  }

  /**
   * Saves answers as a draft; omitted items keep theirs. With `revision` the call is refused when the answers have
   * changed since; the error then contains the current `revision`.
   * @summary Save answers
   */
  @Post('{id}/respond')
  @Response<StaleAnswers>(409, 'CONFLICT: a stale revision, submitted already, or the cycle is not Open or InProgress')
  public async respondToEvaluation(@Path() id: string, @Body() body: SaveAnswers): Promise<MyEvaluationAnswers> {
    return this.tagged(await withAnswers(await saveAnswers(id, body)));
  }

  /**
   * Checks that every required item is answered, and locks the evaluation.
   * @summary Submit an evaluation
   */
  @Post('{id}/submit')
  @Response<ErrorBody>(400, 'VALIDATION: a field `answers[<itemId>]` for each required item without an answer')
  @Response<ErrorBody>(409, 'CONFLICT: submitted already, or the cycle is not Open or InProgress')
  public async submitEvaluation(@Path() id: string): Promise<MyEvaluationAnswers> {
    return this.tagged(await withAnswers(await submitEvaluation(id)));
  }

  /**
   * Confirms that you have received your results, once they are published. Use the id of your Self evaluation: a
   * submitted one becomes Acknowledged, one that you never submitted keeps its status. Repeating the call has no effect.
   * @summary Acknowledge my results
   */
  @Post('{id}/acknowledge')
  @Response<ErrorBody>(409, 'CONFLICT: no Self evaluation, or the results are not published')
  public async acknowledgeResults(@Path() id: string): Promise<MyEvaluationAnswers> {
    return this.tagged(await withAnswers(await acknowledgeResults(id)));
  }
}
