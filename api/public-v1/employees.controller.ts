import { Controller, Get, Query, Request, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { sendJson } from '../http/conditional-answer';
import type { ErrorBody } from '../http/errors';
import { pageRequest } from '../http/pagination';
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import { readChanges } from './changes';
import type { EmployeePageV1 } from './employees.dto';
import { listEmployeesV1 } from './employees.queries';
import { readIdOrder } from './id-order';
import type { EmployeeStatusFilter, IdSort, UpdatedSince } from './parameters.dto';

@Route('api/v1/employees')
@Tags('Employees')
@Security('apiKey', ['employees'])
@Response(304, 'Nothing has changed since the ETag of `If-None-Match` (no body)')
@Response<ErrorBody>(400, 'VALIDATION; BAD_REQUEST: the Accept header allows none of the forms')
@Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED; KEY_SCOPE_MISSING: the key may not read this')
@Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
export class EmployeesV1Controller extends Controller {
  /**
   * Returns employees by last name, a page at a time. To keep a copy up to date, use `updatedSince` (the newest `updatedAt`
   * that you have seen) and `includeDeleted=true`: deleted employees are then returned as id, `updatedAt` and `isDeleted`.
   * @summary List employees
   * @param page the page, from 1
   * @param pageSize rows of a page, at most 200; larger numbers are served as 200
   * @param search part of the name, email address or code
   * @param departmentId only of this department
   * @param status Active, OnLeave or Terminated, or their numbers 0 to 2
   * @param updatedSince only rows that changed at or after this instant
   * @param includeDeleted removed employees too
   * @param sort `id`: by id, for reading all pages one after the other while employees come and go; by last name when omitted
   * @param after with `sort=id`: only employees after this id, the last one of the page before; in place of `page`
   */
  @Get()
  public async readEmployees(
    @Request() request: HttpRequest,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() departmentId?: Id,
    @Query() status?: EmployeeStatusFilter,
    @Query() updatedSince?: UpdatedSince,
    @Query() includeDeleted?: boolean,
    @Query() sort?: IdSort,
    @Query() after?: Id,
  ): Promise<EmployeePageV1> {
    const changes = readChanges(updatedSince, includeDeleted);
    const order = readIdOrder({ sort, after, hasPage: request.query.page !== undefined });
    return sendJson(request, () =>
      listEmployeesV1({ search, departmentId, status }, changes, pageRequest(page, pageSize), order),
    );
  }
}
