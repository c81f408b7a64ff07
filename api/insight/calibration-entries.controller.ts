import {
  Body,
  Delete,
  Get,
  Header,
  Path,
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
import type { PageNumber, PageSize, Search } from '../http/types';
import type {
  CalibrationChangeView,
  CalibrationEntryView,
  CalibrationSubjectView,
  PutCalibrationEntry,
} from './calibration-entries.dto';
import { getEntry, listCalibrationChanges, listCalibrationSubjects } from './calibration-entries.queries';
import { deleteEntry, putEntry } from './calibration-entries.service';

@Route('api/calibration')
@Tags('Calibration')
@Security('jwt', ['calibration:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
@Response<ErrorBody>(404, 'NOT_FOUND')
export class CalibrationEntriesController extends ResourceController {
  /**
   * All subjects that the session covers, by name, with their scores as they are now and what the session says of them.
   * @summary List the subjects of a calibration session
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param search part of the name, e-mail or code
   */
  @Get('{id}/entries')
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listCalibrationEntries(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() departmentId?: string,
    @Query() search?: Search,
  ): Promise<Page<CalibrationSubjectView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listCalibrationSubjects(id, { departmentId, search }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * Gives a subject a calibrated score, and perhaps a potential, with the reason. The first entry moves the session from
   * Draft to InProgress. Nothing counts before the session is applied.
   * @summary Write an entry of a calibration session
   * @param subjectId a subject of the cycle whom the session covers
   * @param ifMatch the revision of the entry that you read, as an ETag; a stale one is refused
   */
  @Put('{id}/entries/{subjectId}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the session is over, or the cycle is Draft or Archived')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async putCalibrationEntry(
    @Path() id: string,
    @Path() subjectId: string,
    @Body() body: PutCalibrationEntry,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CalibrationEntryView> {
    await putEntry(id, subjectId, body, ifMatch);
    return this.tagged(await getEntry(id, subjectId));
  }

  /**
   * Removes an entry: the session says nothing of the subject any more. The history keeps it.
   * @summary Remove an entry of a calibration session
   * @param ifMatch the revision of the entry that you read, as an ETag; a stale one is refused
   */
  @Delete('{id}/entries/{subjectId}')
  @SuccessResponse(204, 'Removed')
  @Response<ErrorBody>(409, 'CONFLICT: the session is over')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async deleteCalibrationEntry(
    @Path() id: string,
    @Path() subjectId: string,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    await deleteEntry(id, subjectId, ifMatch);
    this.setStatus(204);
  }

  /**
   * Every change of every entry, the newest first: what it said before and after, why, who and when. Never rewritten.
   * @summary Read the history of a calibration session
   * @param subjectId only changes of this subject's entry
   */
  @Get('{id}/history')
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listCalibrationHistory(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() subjectId?: string,
  ): Promise<Page<CalibrationChangeView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listCalibrationChanges(id, subjectId, request);
    return toPage(items, totalCount, request);
  }
}
