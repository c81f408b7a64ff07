import { Body, Controller, Get, Path, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import type { EmployeeLegalHold, SetLegalHold } from './legal-hold.dto';
import { getLegalHold, setLegalHold } from './legal-hold.service';

@Route('api/employees')
@Tags('Privacy requests')
@Security('jwt', ['privacy:manage'])
export class LegalHoldController extends Controller {
  /**
   * Returns the current legal hold of an employee, with who set it, when and why. Null without one, and for one that has ended.
   * @summary Get the legal hold of an employee
   */
  @Get('{id}/legal-hold')
  public async getLegalHold(@Path() id: string): Promise<EmployeeLegalHold> {
    return getLegalHold(id);
  }

  /**
   * Sets the legal hold of an employee, which prevents an erasure until it ends. A body of null removes it; one that
   * has ended has no effect.
   * @summary Set the legal hold of an employee
   */
  @Put('{id}/legal-hold')
  @Response<ErrorBody>(409, 'CONFLICT: the person is erased')
  public async setLegalHold(@Path() id: string, @Body() body: SetLegalHold | null): Promise<EmployeeLegalHold> {
    return setLegalHold(id, body);
  }
}
