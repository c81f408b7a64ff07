import type { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Get,
  Path,
  Post,
  Produces,
  Put,
  Query,
  Request,
  Response,
  Route,
  Security,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import type { Id, PageNumber, PageSize } from '../../http/types';
import { answerFile } from '../../platform/jobs/job-answer';
import type { JobView } from '../../platform/jobs/jobs.dto';
import { recordCycleViewed } from '../results-viewed.service';
import type { PotentialChangeView, SetPotential } from './nine-box-potential.dto';
import { getPotentialChange, listPotentialChanges } from './nine-box-potential.queries';
import { setPotential } from './nine-box-potential.service';
import type { ExportNineBoxRequest, NineBoxMapView } from './nine-box.dto';
import { getNineBox } from './nine-box.queries';
import { startNineBoxExport } from './nine-box.service';

@Route('api/nine-box')
@Tags('Nine-box')
export class NineBoxController extends Controller {
  /**
   * Returns the subjects of a cycle in nine boxes by effective score (performance) and potential. Scores of any scale are
   * converted to the levels 1 to 5; potential is 1 to 5 on every scale. Subjects without a score or a potential are listed
   * separately, and so are those whose potential is only estimated, where the organization leaves estimates out. Without `cycleId`: the last Closed cycle. A cycle that is not closed, or was reopened, has an empty nine-box.
   * @summary Get the nine-box
   * @param cycleId the cycle
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param jobProfileId subjects who had this job profile when the cycle was generated
   */
  @Get()
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async getNineBox(
    @Query() cycleId?: Id,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
  ): Promise<NineBoxMapView> {
    const nineBox = await getNineBox(cycleId, { departmentId, jobProfileId });
    await recordCycleViewed(nineBox.cycleId, 'nine-box');
    return nineBox;
  }

  /**
   * Sets HR's assessment of an employee's potential in a cycle. The nine-box uses the newer of this and a calibrated
   * potential, otherwise the managers' answers, otherwise readiness. Null clears it. An id that is not a subject of the
   * cycle is 404, whether or not a cycle is Closed.
   * @summary Set the potential of an employee
   * @param employeeId a subject of the cycle
   */
  @Put('{employeeId}/potential')
  @Security('jwt', ['calibration:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such employee, or no subject of the cycle')
  @Response<ErrorBody>(409, 'CONFLICT: the cycle is Draft or Archived, or none is named and none is Closed')
  public async setPotential(@Path() employeeId: string, @Body() body: SetPotential): Promise<PotentialChangeView> {
    return getPotentialChange(await setPotential(employeeId, body));
  }

  /**
   * Returns HR's changes of an employee's potential, newest first, with reasons. Changes are never rewritten.
   * @summary List the potential changes of an employee
   * @param cycleId only those of this cycle
   */
  @Get('{employeeId}/potential')
  @Security('jwt', ['calibration:manage'])
  public async listPotentialChanges(
    @Path() employeeId: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() cycleId?: string,
  ): Promise<Page<PotentialChangeView>> {
    return pageOf(page, pageSize, (slice) => listPotentialChanges(employeeId, cycleId, slice));
  }

  /**
   * Returns the nine-box as an Excel workbook: a 3x3 grid with labeled quadrants. If it takes longer than the service
   * waits, or with `Prefer: respond-async`, the response is 202 with the job, whose file is the workbook.
   * @summary Export the nine-box as a workbook
   */
  @Post('export-excel')
  @Security('jwt', ['exports:create'])
  @Produces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle, department or job profile')
  public async exportNineBox(@Body() body: ExportNineBoxRequest, @Request() request: HttpRequest): Promise<Readable> {
    return answerFile(request, await startNineBoxExport(body));
  }
}
