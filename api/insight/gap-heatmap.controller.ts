import type { Readable } from 'node:stream';
import { Body, Controller, Get, Post, Produces, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import type { Id } from '../http/types';
import { answerFile } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import type { ExportHeatmapRequest, HeatmapView } from './gap-heatmap.dto';
import { getHeatmap } from './gap-heatmap.queries';
import { startHeatmapExport } from './gap-heatmap.service';
import { recordCycleViewed } from './results-viewed.service';

@Route('api/gap-heatmap')
@Tags('Gap heatmap')
export class GapHeatmapController extends Controller {
  /**
   * Returns the gap levels of a cycle: one row per competency or skill, one column per subject. Gaps are calculated when the
   * cycle is closed. While it is Open or InProgress for the first time, the last Closed cycle is returned instead, named by
   * `cycleId` and `cycle`; without one there are no rows. If `cycleId` is omitted, the last Closed cycle is returned. A
   * reopened cycle has no rows until it is closed again. A department or job profile without subjects returns no columns.
   * @summary Get the gap heatmap of a cycle
   * @param cycleId the cycle
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param jobProfileId subjects who had this job profile when the cycle was generated
   */
  @Get()
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async getGapHeatmap(
    @Query() cycleId?: Id,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
  ): Promise<HeatmapView> {
    const heatmap = await getHeatmap(cycleId, { departmentId, jobProfileId });
    await recordCycleViewed(heatmap.cycleId, 'heatmap');
    return heatmap;
  }

  /**
   * Returns the gap heatmap as an Excel workbook with the sheet Heatmap: green 0, yellow 1, orange 2, red 3 and more.
   * It has the same cycle and rows as the JSON. If it takes longer than the service waits, or with `Prefer:
   * respond-async`, the response is 202 with the job, whose file is the workbook.
   * @summary Export the gap heatmap as a workbook
   */
  @Post('export-excel')
  @Security('jwt', ['exports:create'])
  @Produces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle, department or job profile')
  public async exportGapHeatmap(
    @Body() body: ExportHeatmapRequest,
    @Request() request: HttpRequest,
  ): Promise<Readable> {
    return answerFile(request, await startHeatmapExport(body));
  }
}
