import { Controller, Get, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import type { Id } from '../http/types';
import type { ManagerDashboard } from './manager-dashboard.dto';
import { managerDashboard } from './manager-dashboard.queries';
import type { OrganizationalDashboard } from './organizational-dashboard.dto';
import { organizationalDashboard } from './organizational-dashboard.queries';

@Route('api/dashboards')
@Tags('Dashboards')
@Response(401, 'The token is missing or not valid (no body)')
export class DashboardsController extends Controller {
  /**
   * The organization at a glance: headcount, participation, distribution of scores, worst gaps, nine-box, goals, the eNPS
   * of the survey that was closed last, and development plans. Each figure is the one that its own route shows. Without
   * `cycleId` it is about the last Closed cycle; gaps of an open cycle are those of the last Closed one.
   * @summary Read the organizational dashboard
   * @param cycleId the cycle of participation, scores, gaps and nine-box
   */
  @Get('organizational')
  @Security('jwt', ['organizational-dashboard:read'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response(403, 'The role does not allow this (no body)')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async getOrganizationalDashboard(@Query() cycleId?: Id): Promise<OrganizationalDashboard> {
    return organizationalDashboard(cycleId);
  }

  /**
   * The caller's direct reports with their results in the last Closed cycle, their readiness, and the development plans
   * that wait for the caller's approval. Small groups of raters stay hidden, as in the results themselves.
   * @summary Read the manager dashboard
   */
  @Get('manager')
  @Security('jwt', ['manager-dashboard:read'])
  @Response(403, 'The caller has no direct reports (no body)')
  public async getManagerDashboard(): Promise<ManagerDashboard> {
    return managerDashboard();
  }
}
