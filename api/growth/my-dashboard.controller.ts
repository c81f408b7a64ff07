import { Controller, Get, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { MyDashboard } from './my-dashboard.dto';
import { myDashboard } from './my-dashboard.queries';

@Route('api/my-dashboard')
@Tags('My dashboard')
@Security('jwt', ['my-dashboard:read'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class MyDashboardController extends Controller {
  /**
   * What concerns the caller: evaluations and surveys to answer, published results, goals, development plans, readiness
   * for the next step of the career path, unread notifications.
   * @summary Read the own dashboard
   */
  @Get()
  public async getMyDashboard(): Promise<MyDashboard> {
    return myDashboard();
  }
}
