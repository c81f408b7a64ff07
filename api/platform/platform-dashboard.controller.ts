import { Controller, Get, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { PlatformDashboard } from './platform-dashboard.dto';
import { platformDashboard } from './platform-dashboard.queries';

@Route('api/dashboards')
@Tags('Dashboards')
@Security('jwt', ['platform-dashboard:read'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class PlatformDashboardController extends Controller {
  /**
   * The platform at a glance: tenants by status, what each plan is used for, and how background work stands. A queue that
   * cannot be reached shows nulls.
   * @summary Read the platform dashboard
   */
  @Get('platform')
  public async getPlatformDashboard(): Promise<PlatformDashboard> {
    return platformDashboard();
  }
}
