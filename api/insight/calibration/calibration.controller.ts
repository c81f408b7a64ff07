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
import { applyCalibration } from './calibration-apply.service';
import type { CalibrationPreviewView } from './calibration-preview.dto';
import { previewCalibration } from './calibration-preview.queries';
import type { CalibrationDetail, CalibrationView, CreateCalibration, UpdateCalibration } from './calibration.dto';
import { getCalibration, listCalibrations } from './calibration.queries';
import { cancelCalibration, createCalibration, deleteCalibration, updateCalibration } from './calibration.service';

const PATH = '/api/calibration';

@Route('api/calibration')
@Tags('Calibration')
@Security('jwt', ['calibration:manage'])
export class CalibrationController extends ResourceController {
  /**
   * Returns sessions, newest first.
   * @summary List calibration sessions
   * @param cycleId only sessions of this cycle
   * @param status Draft, InProgress, Applied or Cancelled, or its number 0 to 3
   * @param search part of the name
   */
  @Get()
  public async listCalibrations(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: string,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<CalibrationView>> {
    return pageOf(page, pageSize, (slice) => listCalibrations({ cycleId, status, search }, slice));
  }

  /**
   * Returns one session with its entries, by name of the subject.
   * @summary Get a calibration session
   */
  @Get('{id}')
  public async getCalibration(@Path() id: string): Promise<CalibrationDetail> {
    return this.tagged(await getCalibration(id));
  }

  /**
   * Creates a session in which HR reviews the scores of an Open, InProgress or Closed cycle, or of some of its
   * departments. A cycle has at most one open (Draft or InProgress) session for the same department.
   * @summary Create a calibration session
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken, the cycle is Draft or Archived, or an open session overlaps')
  public async createCalibration(@Body() body: CreateCalibration): Promise<CalibrationDetail> {
    return this.created(PATH, await getCalibration(await createCalibration(body)));
  }

  /**
   * Updates the name and departments of an open session; omitted fields keep their values. The departments must include
   * those of all entries. Each write of an entry counts as a change of the session's revision.
   * @summary Update a calibration session
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(
    409,
    'CONFLICT: the session is over, an entry is outside the departments, or an open session overlaps',
  )
  public async updateCalibration(
    @Path() id: string,
    @Body() body: UpdateCalibration,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CalibrationDetail> {
    await updateCalibration(id, body, expectedRevision(ifMatch));
    return this.tagged(await getCalibration(id));
  }

  /**
   * Deletes a session without entries. Cancel one with entries instead.
   * @summary Delete a calibration session
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: it is no Draft any more')
  public async deleteCalibration(@Path() id: string): Promise<void> {
    await deleteCalibration(id);
    this.setStatus(204);
  }

  /**
   * Returns what applying the session now would change: the distribution of effective scores, the counts of the nine boxes, and
   * the subjects who would move to another box. No subject has a box before the gaps of the cycle are calculated.
   * @summary Preview a calibration session
   */
  @Get('{id}/preview')
  public async previewCalibration(@Path() id: string): Promise<CalibrationPreviewView> {
    return previewCalibration(id);
  }

  /**
   * Applies the calibrated scores, all or none: results, exports, datasets and the nine-box then show them. Subjects of
   * the session without an entry keep their score and count as calibrated. A session that is applied later replaces the
   * scores of the subjects in its entries. Reopening the cycle keeps calibrated scores; closing it again requires no
   * new calibration, but you can apply another session.
   * @summary Apply a calibration session
   */
  @Post('{id}/apply')
  @Response<ErrorBody>(409, 'CONFLICT: the session is not InProgress, or its cycle not Closed')
  public async applyCalibration(@Path() id: string): Promise<CalibrationDetail> {
    await applyCalibration(id);
    return this.tagged(await getCalibration(id));
  }

  /**
   * Ends an open session without effect. Its entries and their history remain readable.
   * @summary Cancel a calibration session
   */
  @Post('{id}/cancel')
  @Response<ErrorBody>(409, 'CONFLICT: the session is over')
  public async cancelCalibration(@Path() id: string): Promise<CalibrationDetail> {
    await cancelCalibration(id);
    return this.tagged(await getCalibration(id));
  }
}
