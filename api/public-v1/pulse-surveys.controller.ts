import { Controller, Get, Path, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { sendJson } from '../http/conditional-answer';
import type { ErrorBody } from '../http/errors';
import type { SurveyId } from './parameters.dto';
import type { PulseResultsV1, PulseSurveyV1 } from './pulse-surveys.dto';
import { listPulseSurveysV1, readPulseResultsV1 } from './pulse-surveys.queries';

@Route('api/v1/pulse-surveys')
@Tags('Pulse surveys')
@Security('apiKey', ['pulse-surveys'])
@Response(304, 'Nothing has changed since the ETag of `If-None-Match` (no body)')
@Response<ErrorBody>(400, 'BAD_REQUEST: the Accept header allows no JSON')
@Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED; KEY_SCOPE_MISSING: the key may not read this')
@Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
export class PulseSurveysV1Controller extends Controller {
  /**
   * Returns all pulse surveys, newest first, with participation and eNPS.
   * @summary List pulse surveys
   */
  @Get()
  public async readPulseSurveys(@Request() request: HttpRequest): Promise<PulseSurveyV1[]> {
    return sendJson(request, listPulseSurveysV1);
  }

  /**
   * Returns the figures of one survey by question. Below the anonymity threshold, and before the survey is closed,
   * `suppressed` is true and every figure null; so is a question that fewer answered.
   * @summary Get the results of a pulse survey
   * @param id the survey
   */
  @Get('{id}/results')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async readPulseResults(@Path() id: SurveyId, @Request() request: HttpRequest): Promise<PulseResultsV1> {
    return sendJson(request, () => readPulseResultsV1(id));
  }
}
