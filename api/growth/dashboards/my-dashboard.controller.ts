import { Controller, Get, Route, Security, Tags } from '@tsoa/runtime';
import type { MyDashboard } from './my-dashboard.dto';
import { myDashboard } from './my-dashboard.queries';

@Route('api/my-dashboard')
@Tags('My dashboard')
@Security('jwt', ['my-dashboard:read'])
export class MyDashboardController extends Controller {
  /**
   * Returns your tasks and results: evaluations and surveys to answer, nominations to submit and to decide on, published
   * results, goals, development plans, readiness for the next step of your career path, and unread notifications.
   * @summary Get my dashboard
   */
  @Get()
  public async getMyDashboard(): Promise<MyDashboard> {
    return myDashboard();
  }
}
