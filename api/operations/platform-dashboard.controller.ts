import { Controller, Get, Route, Security, Tags } from '@tsoa/runtime';
import type { PlatformDashboard } from './platform-dashboard.dto';
import { platformDashboard } from './platform-dashboard.queries';

@Route('api/dashboards')
@Tags('Dashboards')
@Security('jwt', ['platform-dashboard:read'])
export class PlatformDashboardController extends Controller {
  /**
   * Returns figures of the platform: tenants by status, the usage of each plan, the state of background jobs and of the installation. A
   * queue that cannot be reached has null fields.
   * @summary Get the platform dashboard
   */
  @Get('platform')
  public async getPlatformDashboard(): Promise<PlatformDashboard> {
    return platformDashboard();
  }
}
