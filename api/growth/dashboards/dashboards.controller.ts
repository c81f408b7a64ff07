import { Controller, Get, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import type { Id } from '../../http/types';
import type { ManagerDashboard } from './manager-dashboard.dto';
import { managerDashboard } from './manager-dashboard.queries';
import type { OrganizationalDashboard } from './organizational-dashboard.dto';
import { organizationalDashboard } from './organizational-dashboard.queries';

@Route('api/dashboards')
@Tags('Dashboards')
export class DashboardsController extends Controller {
  /**
   * Returns the organization at a glance: headcount, participation, distribution of scores, largest gaps, nine-box,
   * goals, the eNPS of the most recently closed survey, and development plans. Each figure is the one that its own
   * route returns. Without `cycleId` the last Closed cycle is used. Gaps of a cycle that is open for the first time come
   * from the last Closed one; a reopened cycle has none.
   * @summary Get the organizational dashboard
   * @param cycleId the cycle of participation, scores, gaps and nine-box
   */
  @Get('organizational')
  @Security('jwt', ['organizational-dashboard:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such cycle')
  public async getOrganizationalDashboard(@Query() cycleId?: Id): Promise<OrganizationalDashboard> {
    return organizationalDashboard(cycleId);
  }

  /**
   * Returns your direct reports with their results in the last Closed cycle and their readiness, and the development
   * plans that wait for your approval. Small evaluator groups stay hidden, as in the results themselves.
   * @summary Get the manager dashboard
   */
  @Get('manager')
  @Security('jwt', ['manager-dashboard:read'])
  @Response(403, 'The caller has no direct reports (no body)')
  public async getManagerDashboard(): Promise<ManagerDashboard> {
    return managerDashboard();
  }
}
