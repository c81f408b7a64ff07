import { Controller, Get, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { answerRows } from '../../http/conditional-answer';
import type { ErrorBody } from '../../http/errors';
import type { Id } from '../../http/types';
import { readChanges } from '../changes';
import type { DeletedSubjectV1 } from '../changes.dto';
import { dataVersion } from '../data-version.queries';
import type { UpdatedSince } from '../parameters.dto';
import type { CompetencyScoreRowV1 } from './dataset-competency-scores.dto';
import { COMPETENCY_SCORE_SOURCES, competencyScoreRows } from './dataset-competency-scores.queries';
import type { GapRowV1 } from './dataset-gaps.dto';
import { GAP_SOURCES, gapRows, gapRuns } from './dataset-gaps.queries';
import type { NineBoxRowV1 } from './dataset-nine-box.dto';
import { NINE_BOX_SOURCES, nineBoxRows } from './dataset-nine-box.queries';
import type { ParticipationRowV1 } from './dataset-participation.dto';
import { PARTICIPATION_SOURCES, participationRows } from './dataset-participation.queries';
import type { ScoreRowV1 } from './dataset-scores.dto';
import { SCORE_SOURCES, scoreRows } from './dataset-scores.queries';
import { datasetCycles } from './dataset-subjects.queries';
import type { SurveyFigureRowV1 } from './dataset-survey-figures.dto';
import { SURVEY_FIGURE_SOURCES, surveyFigureRows } from './dataset-survey-figures.queries';

@Route('api/v1/datasets')
@Tags('Datasets')
@Security('apiKey', ['datasets'])
@Response(304, 'Nothing has changed since the ETag of `If-None-Match` (no body)')
@Response<ErrorBody>(400, 'VALIDATION; BAD_REQUEST: the Accept header allows none of the forms')
@Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED; KEY_SCOPE_MISSING: the key may not read this')
@Response<ErrorBody>(404, 'NOT_FOUND: no cycle has this id')
@Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
export class DatasetsV1Controller extends Controller {
  /**
   * Returns all scores, one row per cycle and subject, complete and without pages; a subject without a score has nulls.
   * Rows are written while they are read: the response is complete only once it ends. `Accept: application/x-ndjson`
   * returns a row per line.
   * @summary Export the scores dataset
   * @param cycleId only of this cycle; all cycles when absent
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   * @param includeDeleted subjects too whose rows are gone, as ids with `isDeleted`
   */
  @Get('scores')
  public async readScores(
    @Request() request: HttpRequest,
    @Query() cycleId?: Id,
    @Query() updatedSince?: UpdatedSince,
    @Query() includeDeleted?: boolean,
  ): Promise<(ScoreRowV1 | DeletedSubjectV1)[]> {
    const changes = readChanges(updatedSince, includeDeleted);
    return answerRows(
      request,
      () => dataVersion(SCORE_SOURCES),
      async () => scoreRows(await datasetCycles(cycleId, changes), changes),
    );
  }

  /**
   * Returns all gaps, one row per cycle, employee and requirement with data. Cycles whose gaps were never calculated,
   * and reopened cycles until they are closed again, have none; rows of the newest analysis without a cycle have an
   * empty `cycleId`. A recalculation replaces all rows of its cycle: replace them in your copy when rows of the cycle
   * have a newer `updatedAt`.
   * @summary Export the gaps dataset
   * @param cycleId only of this cycle; all cycles, and the analysis without one, when absent
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   * @param includeDeleted subjects too whose rows are gone, as ids with `isDeleted`
   */
  @Get('gaps')
  public async readGaps(
    @Request() request: HttpRequest,
    @Query() cycleId?: Id,
    @Query() updatedSince?: UpdatedSince,
    @Query() includeDeleted?: boolean,
  ): Promise<(GapRowV1 | DeletedSubjectV1)[]> {
    const changes = readChanges(updatedSince, includeDeleted);
    return answerRows(
      request,
      () => dataVersion(GAP_SOURCES),
      async () => gapRows(await gapRuns(cycleId, changes), changes),
    );
  }

  /**
   * Returns the nine-box, one row per cycle and subject with an effective score and a potential; others have no row.
   * Cycles whose gaps were never calculated, and reopened cycles until they are closed again, have none. Joining or
   * leaving a career path changes the row, so `updatedSince` returns it.
   * @summary Export the nine-box dataset
   * @param cycleId only of this cycle; all cycles when absent
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   * @param includeDeleted subjects too who have no row any more, as ids with `isDeleted`
   */
  @Get('nine-box')
  public async readNineBoxRows(
    @Request() request: HttpRequest,
    @Query() cycleId?: Id,
    @Query() updatedSince?: UpdatedSince,
    @Query() includeDeleted?: boolean,
  ): Promise<(NineBoxRowV1 | DeletedSubjectV1)[]> {
    const changes = readChanges(updatedSince, includeDeleted);
    return answerRows(
      request,
      () => dataVersion(NINE_BOX_SOURCES),
      async () => nineBoxRows(await datasetCycles(cycleId, changes), changes),
    );
  }

  /**
   * Returns the scores of each evaluator type for each competency and skill, one row per cycle, subject, competency and type;
   * the type Others is all but Self, weighted as in the cycle. Peers, direct reports and stakeholders have a row when at least
   * the organization's anonymity minimum of them rated the competency; Others are without smaller groups.
   * @summary Export the competency scores dataset
   * @param cycleId only of this cycle; all cycles when absent
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   * @param includeDeleted subjects too whose rows are gone, as ids with `isDeleted`
   */
  @Get('competency-scores')
  public async readCompetencyScores(
    @Request() request: HttpRequest,
    @Query() cycleId?: Id,
    @Query() updatedSince?: UpdatedSince,
    @Query() includeDeleted?: boolean,
  ): Promise<(CompetencyScoreRowV1 | DeletedSubjectV1)[]> {
    const changes = readChanges(updatedSince, includeDeleted);
    return answerRows(
      request,
      () => dataVersion(COMPETENCY_SCORE_SOURCES),
      async () => competencyScoreRows(await datasetCycles(cycleId, changes), changes),
    );
  }

  /**
   * Returns the numbers of requested and submitted evaluations, one row per cycle, department of the subject and
   * evaluator type. Employees who left before they answered are not counted.
   * @summary Export the participation dataset
   * @param cycleId only of this cycle; all cycles when absent
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   */
  @Get('participation')
  public async readParticipation(
    @Request() request: HttpRequest,
    @Query() cycleId?: Id,
    @Query() updatedSince?: UpdatedSince,
  ): Promise<ParticipationRowV1[]> {
    const changes = readChanges(updatedSince, false);
    return answerRows(
      request,
      () => dataVersion(PARTICIPATION_SOURCES),
      async () => participationRows(await datasetCycles(cycleId, changes), changes),
    );
  }

  /**
   * Returns the figures of pulse surveys that were opened, one row per survey, question and department; rows without a
   * department are about all answers. Figures that could reveal a single answer are suppressed: everything until the
   * survey is closed, and every group below the anonymity threshold.
   * @summary Export the survey figures dataset
   * @param updatedSince only rows that changed at or after this instant; they carry `updatedAt`
   */
  @Get('survey-figures')
  public async readSurveyFigures(
    @Request() request: HttpRequest,
    @Query() updatedSince?: UpdatedSince,
  ): Promise<SurveyFigureRowV1[]> {
    const changes = readChanges(updatedSince, false);
    return answerRows(
      request,
      () => dataVersion(SURVEY_FIGURE_SOURCES),
      () => Promise.resolve(surveyFigureRows(changes)),
    );
  }
}
