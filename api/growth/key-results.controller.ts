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
import type { PageNumber, PageSize } from '../http/types';
import type { CheckInView, CreateKeyResult, KeyResultOfGoal, ReportProgress, UpdateKeyResult } from './key-results.dto';
import { getKeyResult, listCheckIns } from './key-results.queries';
import { addKeyResult, deleteKeyResult, reportProgress, updateKeyResult } from './key-results.service';

@Route('api/goals')
@Tags('Goals')
@Security('jwt', ['goals:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this, or the goal may be read but not written by the caller (no body)')
export class KeyResultsController extends ResourceController {
  /**
   * Adds a key result to a goal that is Draft or Active. The target differs from the start value and may lie below it; the
   * weights of a goal are not all 0; a goal has at most 50 key results.
   * @summary Add a key result
   */
  @Post('{id}/key-results')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the goal is Completed or Cancelled, or has 50 key results')
  public async addKeyResult(@Path() id: string, @Body() body: CreateKeyResult): Promise<KeyResultOfGoal> {
    const keyResultId = await addKeyResult(id, body);
    return this.created(`/api/goals/${id}/key-results`, await getKeyResult(id, keyResultId));
  }

  /**
   * One key result with its last check-ins; the ETag is the goal's.
   * @summary Read a key result
   */
  @Get('{id}/key-results/{krId}')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  public async getKeyResult(@Path() id: string, @Path() krId: string): Promise<KeyResultOfGoal> {
    return this.tagged(await getKeyResult(id, krId));
  }

  /**
   * Changes a key result of a goal that is Draft or Active: absent fields stay as they are, null clears. The current value
   * changes by check-ins alone; before the first one it follows the start value.
   * @summary Edit a key result
   * @param ifMatch the ETag of the goal that you read; a stale one is refused
   */
  @Put('{id}/key-results/{krId}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the goal is Completed or Cancelled')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateKeyResult(
    @Path() id: string,
    @Path() krId: string,
    @Body() body: UpdateKeyResult,
    @Header('If-Match') ifMatch?: string,
  ): Promise<KeyResultOfGoal> {
    await updateKeyResult(id, krId, body, ifMatch);
    return this.tagged(await getKeyResult(id, krId));
  }

  /**
   * Removes a key result with its check-ins from a goal that is Draft or Active.
   * @summary Delete a key result
   */
  @Delete('{id}/key-results/{krId}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(
    409,
    'CONFLICT: the goal is Completed or Cancelled, or only key results of weight 0 would be left',
  )
  public async deleteKeyResult(@Path() id: string, @Path() krId: string): Promise<void> {
    await deleteKeyResult(id, krId);
    this.setStatus(204);
  }

  /**
   * Records how far a key result of a goal is that is Draft or Active. The value becomes the current one and stays in the
   * history. Who may write the goal, and its owner whatever the level, may do it.
   * @summary Check in on a key result
   */
  @Post('{id}/key-results/{krId}/progress')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: the goal is Completed or Cancelled')
  public async reportProgress(
    @Path() id: string,
    @Path() krId: string,
    @Body() body: ReportProgress,
  ): Promise<KeyResultOfGoal> {
    await reportProgress(id, krId, body);
    return this.tagged(await getKeyResult(id, krId));
  }

  /**
   * All check-ins of a key result, the newest first.
   * @summary List check-ins
   */
  @Get('{id}/key-results/{krId}/check-ins')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  public async listCheckIns(
    @Path() id: string,
    @Path() krId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<CheckInView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listCheckIns(id, krId, request);
    return toPage(items, totalCount, request);
  }
}
