import type { Readable } from 'node:stream';
import { Body, Controller, Get, Post, Produces, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { answerFile } from '../http/job-answer';
import type { Id } from '../http/types';
import type { ExportHeatmapRequest, HeatmapView } from './gap-heatmap.dto';
import { getHeatmap } from './gap-heatmap.queries';
import { startHeatmapExport } from './gap-heatmap.service';

@Route('api/gap-heatmap')
@Tags('Gap heatmap')
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class GapHeatmapController extends Controller {
  /**
   * Gap levels of a cycle: one row per competency or skill, one column per subject. Gaps are calculated when the cycle is
   * closed. While it is Open or InProgress the last Closed cycle is shown instead, and `cycleId` and `cycle` name that one;
   * without one there are no rows. A department or job profile that nobody had leaves no subjects.
   * @summary Read the gap heatmap of a cycle
   * @param cycleId the cycle
   * @param departmentId subjects who were in this department when the cycle was generated
   * @param jobProfileId subjects who had this job profile when the cycle was generated
   */
  @Get()
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getGapHeatmap(
    @Query() cycleId: Id,
    @Query() departmentId?: string,
    @Query() jobProfileId?: string,
  ): Promise<HeatmapView> {
    return getHeatmap(cycleId, { departmentId, jobProfileId });
  }

  /**
   * The gap heatmap as an Excel workbook with the sheet Heatmap: green 0, yellow 1, orange 2, red 3 and more. While the
   * cycle is Open or InProgress it shows the last Closed one, as the JSON does. Takes longer than the service waits, or
   * with `Prefer: respond-async`: 202 with the job, whose file it becomes.
   * @summary Export the gap heatmap as a workbook
   */
  @Post('export-excel')
  @Security('jwt', ['exports:create'])
  @Produces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @Response(202, 'The job goes on; see Location')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle, department or job profile')
  public async exportGapHeatmap(
    @Body() body: ExportHeatmapRequest,
    @Request() request: HttpRequest,
  ): Promise<Readable> {
    return answerFile(request, await startHeatmapExport(body));
  }
}
