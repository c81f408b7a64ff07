import { Controller, Get, Route, Security, Tags } from '@tsoa/runtime';
import type { PlatformDashboard } from './platform-dashboard.dto';
import { platformDashboard } from './platform-dashboard.queries';

@Route('api/dashboards')
@Tags('Dashboards')
@Security('jwt', ['platform-dashboard:read'])
export class PlatformDashboardController extends Controller {
  /**
   * The platform at a glance: tenants by status, what each plan is used for, and how background work stands. A queue that
   * cannot be reached shows nulls.
   * @summary Get the platform dashboard
   */
  @Get('platform')
  public async getPlatformDashboard(): Promise<PlatformDashboard> {
    return platformDashboard();
  }
}
