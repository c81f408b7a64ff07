import { Controller, Get, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { sendJson } from '../http/conditional-answer';
import type { ErrorBody } from '../http/errors';
import type { GoalV1 } from './goals.dto';
import { listGoalsV1 } from './goals.queries';

@Route('api/v1/goals')
@Tags('Goals')
@Security('apiKey', ['goals'])
@Response(304, 'Nothing has changed since the ETag of `If-None-Match` (no body)')
@Response<ErrorBody>(400, 'BAD_REQUEST: the Accept header allows no JSON')
@Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED; KEY_SCOPE_MISSING: the key may not read this')
@Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
export class GoalsV1Controller extends Controller {
  /**
   * Returns all goals of the organization by title, of every level, with their key results and progress.
   * @summary List goals
   */
  @Get()
  public async readGoals(@Request() request: HttpRequest): Promise<GoalV1[]> {
    return sendJson(request, listGoalsV1);
  }
}
