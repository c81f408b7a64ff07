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
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize } from '../../http/types';
import type { CheckInView, CreateKeyResult, KeyResultOfGoal, ReportProgress, UpdateKeyResult } from './key-results.dto';
import { getKeyResult, listCheckIns } from './key-results.queries';
import { addKeyResult, deleteKeyResult, reportProgress, updateKeyResult } from './key-results.service';

@Route('api/goals')
@Tags('Goals')
@Security('jwt', ['goals:use'])
@Response(403, 'The role does not allow this, or the goal may be read but not written by the caller (no body)')
export class KeyResultsController extends ResourceController {
  /**
   * Adds a key result to a Draft or Active goal. The target differs from the start value and can be lower. At least
   * one weight of a goal is above 0. A goal has at most 50 key results.
   * @summary Add a key result
   */
  @Post('{id}/key-results')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the goal is Completed or Cancelled, or has 50 key results')
  public async addKeyResult(@Path() id: string, @Body() body: CreateKeyResult): Promise<KeyResultOfGoal> {
    const keyResultId = await addKeyResult(id, body);
    return this.created(`/api/goals/${id}/key-results`, await getKeyResult(id, keyResultId));
  }

  /**
   * Returns one key result with its latest check-ins. The ETag is that of the goal.
   * @summary Get a key result
   */
  @Get('{id}/key-results/{krId}')
  public async getKeyResult(@Path() id: string, @Path() krId: string): Promise<KeyResultOfGoal> {
    return this.tagged(await getKeyResult(id, krId));
  }

  /**
   * Updates a key result of a Draft or Active goal. Omitted fields keep their values, null clears a field. Only
   * check-ins change the current value. Before the first check-in it follows the start value.
   * @summary Update a key result
   * @param ifMatch the ETag of the goal; an outdated one is refused
   */
  @Put('{id}/key-results/{krId}')
  @Response<ErrorBody>(409, 'CONFLICT: the goal is Completed or Cancelled')
  public async updateKeyResult(
    @Path() id: string,
    @Path() krId: string,
    @Body() body: UpdateKeyResult,
    @Header('If-Match') ifMatch?: string,
  ): Promise<KeyResultOfGoal> {
    await updateKeyResult(id, krId, body, expectedRevision(ifMatch));
    return this.tagged(await getKeyResult(id, krId));
  }

  /**
   * Deletes a key result of a Draft or Active goal, with its check-ins.
   * @summary Delete a key result
   */
  @Delete('{id}/key-results/{krId}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(
    409,
    'CONFLICT: the goal is Completed or Cancelled, or only key results of weight 0 would remain',
  )
  public async deleteKeyResult(@Path() id: string, @Path() krId: string): Promise<void> {
    await deleteKeyResult(id, krId);
    this.setStatus(204);
  }

  /**
   * Records progress on a key result of a Draft or Active goal. The value becomes the current one and is stored in
   * the history. Anyone who can edit the goal can check in, and so can its owner.
   * @summary Check in on a key result
   */
  @Post('{id}/key-results/{krId}/progress')
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
   * Returns all check-ins of a key result, newest first.
   * @summary List check-ins
   */
  @Get('{id}/key-results/{krId}/check-ins')
  public async listCheckIns(
    @Path() id: string,
    @Path() krId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<CheckInView>> {
    return pageOf(page, pageSize, (slice) => listCheckIns(id, krId, slice));
  }
}
