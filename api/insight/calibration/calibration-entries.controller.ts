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
import type { PageNumber, PageSize, Search } from '../../http/types';
import type {
  CalibrationChangeView,
  CalibrationEntryView,
  CalibrationSubjectView,
  PutCalibrationEntry,
} from './calibration-entries.dto';
import { getEntry, listCalibrationChanges, listCalibrationSubjects } from './calibration-entries.queries';
import { deleteEntry, putEntry, undoLastChange } from './calibration-entries.service';
import type { CalibrationDetail } from './calibration.dto';
import { getCalibration } from './calibration.queries';

@Route('api/calibration')
@Tags('Calibration')
@Security('jwt', ['calibration:manage'])
export class CalibrationEntriesController extends ResourceController {
  /**
   * Returns all subjects that the session covers, by name, with their current scores and their entries.
   * @summary List the subjects of a calibration session
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param search part of the name, email or code
   */
  @Get('{id}/entries')
  public async listCalibrationEntries(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() departmentId?: string,
    @Query() search?: Search,
  ): Promise<Page<CalibrationSubjectView>> {
    return pageOf(page, pageSize, (slice) => listCalibrationSubjects(id, { departmentId, search }, slice));
  }

  /**
   * Sets a subject's calibrated score, and optionally a potential, with the reason. The first entry moves the session
   * from Draft to InProgress. Entries have no effect before the session is applied.
   * @summary Set an entry of a calibration session
   * @param subjectId a subject of the cycle whom the session covers
   * @param ifMatch the revision of the entry that you read, as an ETag; a stale one is refused
   */
  @Put('{id}/entries/{subjectId}')
  @Response<ErrorBody>(409, 'CONFLICT: the session is over, or the cycle is Draft or Archived')
  public async putCalibrationEntry(
    @Path() id: string,
    @Path() subjectId: string,
    @Body() body: PutCalibrationEntry,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CalibrationEntryView> {
    await putEntry(id, subjectId, body, expectedRevision(ifMatch));
    return this.tagged(await getEntry(id, subjectId));
  }

  /**
   * Removes an entry, so that the session no longer affects the subject. The history keeps it.
   * @summary Remove an entry of a calibration session
   * @param ifMatch the revision of the entry that you read, as an ETag; a stale one is refused
   */
  @Delete('{id}/entries/{subjectId}')
  @SuccessResponse(204, 'Removed')
  @Response<ErrorBody>(409, 'CONFLICT: the session is over')
  public async deleteCalibrationEntry(
    @Path() id: string,
    @Path() subjectId: string,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    await deleteEntry(id, subjectId, expectedRevision(ifMatch));
    this.setStatus(204);
  }

  /**
   * Undoes the newest change of an entry that is not undone yet. Each call undoes one more change, and the history
   * keeps every change.
   * @summary Cancel the last change of a calibration session
   * @param ifMatch the ETag of the session that you read; an outdated one is refused
   */
  @Post('{id}/undo')
  @Response<ErrorBody>(
    409,
    'CONFLICT: nothing is left to undo, the session is over, or the employee is no longer in it',
  )
  public async undoCalibrationChange(
    @Path() id: string,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CalibrationDetail> {
    await undoLastChange(id, expectedRevision(ifMatch));
    return this.tagged(await getCalibration(id));
  }

  /**
   * Returns every change of every entry, newest first: its content before and after, the reason, the user and the time.
   * Changes are never rewritten.
   * @summary List the changes of a calibration session
   * @param subjectId only changes of this subject's entry
   */
  @Get('{id}/history')
  public async listCalibrationHistory(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() subjectId?: string,
  ): Promise<Page<CalibrationChangeView>> {
    return pageOf(page, pageSize, (slice) => listCalibrationChanges(id, subjectId, slice));
  }
}
