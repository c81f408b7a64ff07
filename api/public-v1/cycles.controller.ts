import { Controller, Get, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { sendJson } from '../http/conditional-answer';
import type { ErrorBody } from '../http/errors';
import type { CycleV1 } from './cycles.dto';
import { listCyclesV1 } from './cycles.queries';

@Route('api/v1/cycles')
@Tags('Cycles')
@Security('apiKey', ['cycles'])
@Response(304, 'Nothing has changed since the ETag of `If-None-Match` (no body)')
@Response<ErrorBody>(400, 'BAD_REQUEST: the Accept header allows no JSON')
@Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED; KEY_SCOPE_MISSING: the key may not read this')
@Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
export class CyclesV1Controller extends Controller {
  /**
   * Returns all evaluation cycles, newest first, with their statuses and the numbers of submitted evaluations.
   * @summary List evaluation cycles
   */
  @Get()
  public async readCycles(@Request() request: HttpRequest): Promise<CycleV1[]> {
    return sendJson(request, listCyclesV1);
  }
}
