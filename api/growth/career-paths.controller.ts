import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search } from '../http/types';
import type { CareerAssignmentView, CareerPathView, CreateCareerPath, UpdateCareerPath } from './career-paths.dto';
import { getCareerPath, listCareerPaths } from './career-paths.queries';
import {
  assignCareerPath,
  createCareerPath,
  deleteCareerPath,
  unassignCareerPath,
  updateCareerPath,
} from './career-paths.service';
import type { NextStepReadinessView, ReadinessView } from './career-readiness.dto';
import { getReadiness, listReadiness } from './career-readiness.queries';

const PATH = '/api/career-paths';

@Route('api/career-paths')
@Tags('Career paths')
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class CareerPathsController extends ResourceController {
  /**
   * Career paths by name; everybody may read them.
   * @summary List career paths
   * @param search part of the name
   * @param employeeId the path that this employee is on: oneself, a direct report, for HR anybody; of others nothing is listed
   */
  @Get()
  @Security('jwt', ['career-paths:read'])
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listCareerPaths(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() employeeId?: string,
  ): Promise<Page<CareerPathView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listCareerPaths({ search, employeeId }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One career path.
   * @summary Read a career path
   */
  @Get('{id}')
  @Security('jwt', ['career-paths:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getCareerPath(@Path() id: string): Promise<CareerPathView> {
    return this.tagged(await getCareerPath(id));
  }

  /**
   * Creates a career path of job profiles. The steps are numbered 1, 2, 3... without holes, and no job profile, nor another
   * version of it, is a step twice. A step asks what the version that it names requires; a job profile that is a step cannot
   * be deleted.
   * @summary Create a career path
   */
  @Post()
  @Security('jwt', ['career-paths:manage'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async createCareerPath(@Body() body: CreateCareerPath): Promise<CareerPathView> {
    return this.created(PATH, await getCareerPath(await createCareerPath(body)));
  }

  /**
   * Changes a career path: absent fields stay as they are, null clears; steps are replaced as a whole. Those who are on the
   * path stay on it.
   * @summary Edit a career path
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Security('jwt', ['career-paths:manage'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: changed at the same moment')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateCareerPath(
    @Path() id: string,
    @Body() body: UpdateCareerPath,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CareerPathView> {
    await updateCareerPath(id, body, ifMatch);
    return this.tagged(await getCareerPath(id));
  }

  /**
   * Deletes a career path. Employees who were on it are on no path then.
   * @summary Delete a career path
   */
  @Delete('{id}')
  @Security('jwt', ['career-paths:manage'])
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async deleteCareerPath(@Path() id: string): Promise<void> {
    await deleteCareerPath(id);
    this.setStatus(204);
  }

  /**
   * Puts an employee on the path. Nobody is on two paths: an employee who was on another one leaves it. Calling it again
   * changes nothing.
   * @summary Assign an employee to a career path
   */
  @Put('{id}/employees/{employeeId}')
  @Security('jwt', ['career-paths:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such path or employee')
  public async assignCareerPath(@Path() id: string, @Path() employeeId: string): Promise<CareerAssignmentView> {
    return assignCareerPath(id, employeeId);
  }

  /**
   * Takes an employee off the path.
   * @summary Unassign an employee from a career path
   */
  @Delete('{id}/employees/{employeeId}')
  @Security('jwt', ['career-paths:manage'])
  @SuccessResponse(204, 'Unassigned')
  @Response<ErrorBody>(404, 'NOT_FOUND: the employee is not on this path')
  public async unassignCareerPath(@Path() id: string, @Path() employeeId: string): Promise<void> {
    await unassignCareerPath(id, employeeId);
    this.setStatus(204);
  }

  /**
   * The employees on the path by name, each with the readiness for the next step: the share of its requirements that the
   * current levels meet, as the newest closed cycle with submitted answers shows them. HR sees everybody, others themselves
   * and their direct reports.
   * @summary List the readiness of those on a career path
   */
  @Get('{id}/readiness')
  @Security('jwt', ['career-paths:read'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async listCareerReadiness(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<NextStepReadinessView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listReadiness(id, request);
    return toPage(items, totalCount, request);
  }

  /**
   * Readiness of an employee for every step of the path that the employee is on, with what is missing; a requirement that
   * no answer measures is not met. HR sees everybody, others themselves and their direct reports: without rater groups too
   * small to be anonymous, and of oneself only what published results show. `minMonths` is shown and does not count.
   * @summary Read the readiness of an employee
   */
  @Get('{id}/readiness/{employeeId}')
  @Security('jwt', ['career-paths:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: no such path, or nobody on it whom you may see')
  public async getCareerReadiness(@Path() id: string, @Path() employeeId: string): Promise<ReadinessView> {
    return getReadiness(id, employeeId);
  }
}
