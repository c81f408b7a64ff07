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
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
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
export class CareerPathsController extends ResourceController {
  /**
   * Returns career paths by name. Every user can read them.
   * @summary List career paths
   * @param search part of the name
   * @param employeeId the path of this employee: you or a direct report, for HR any employee; otherwise the list is empty
   */
  @Get()
  @Security('jwt', ['career-paths:read'])
  public async listCareerPaths(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() employeeId?: string,
  ): Promise<Page<CareerPathView>> {
    return pageOf(page, pageSize, (slice) => listCareerPaths({ search, employeeId }, slice));
  }

  /**
   * Returns one career path.
   * @summary Get a career path
   */
  @Get('{id}')
  @Security('jwt', ['career-paths:read'])
  public async getCareerPath(@Path() id: string): Promise<CareerPathView> {
    return this.tagged(await getCareerPath(id));
  }

  /**
   * Creates a career path of job profiles. The steps are numbered 1, 2, 3... without gaps. A job profile can be a
   * step only once, in any of its versions. A step requires what its version of the job profile requires, and a job
   * profile that is a step cannot be deleted.
   * @summary Create a career path
   */
  @Post()
  @Security('jwt', ['career-paths:manage'])
  @SuccessResponse(201, 'Created')
  public async createCareerPath(@Body() body: CreateCareerPath): Promise<CareerPathView> {
    return this.created(PATH, await getCareerPath(await createCareerPath(body)));
  }

  /**
   * Updates a career path. Omitted fields keep their values, null clears a field, and steps are replaced as a whole.
   * Employees on the path stay on it.
   * @summary Update a career path
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Security('jwt', ['career-paths:manage'])
  @Response<ErrorBody>(409, 'CONFLICT: changed concurrently')
  public async updateCareerPath(
    @Path() id: string,
    @Body() body: UpdateCareerPath,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CareerPathView> {
    await updateCareerPath(id, body, expectedRevision(ifMatch));
    return this.tagged(await getCareerPath(id));
  }

  /**
   * Deletes a career path. Its employees no longer have a career path.
   * @summary Delete a career path
   */
  @Delete('{id}')
  @Security('jwt', ['career-paths:manage'])
  @SuccessResponse(204, 'Deleted')
  public async deleteCareerPath(@Path() id: string): Promise<void> {
    await deleteCareerPath(id);
    this.setStatus(204);
  }

  /**
   * Assigns an employee to the path. An employee has at most one path and leaves the previous one. Repeating the call
   * has no effect.
   * @summary Assign an employee to a career path
   */
  @Put('{id}/employees/{employeeId}')
  @Security('jwt', ['career-paths:manage'])
  @Response<ErrorBody>(404, 'NOT_FOUND: the path or the employee does not exist')
  public async assignCareerPath(@Path() id: string, @Path() employeeId: string): Promise<CareerAssignmentView> {
    return assignCareerPath(id, employeeId);
  }

  /**
   * Removes an employee from the path.
   * @summary Remove an employee from a career path
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
   * Returns the employees on the path by name, each with the readiness for the next step: the share of its
   * requirements that the current levels meet, measured in the newest closed cycle with submitted answers. HR sees
   * every employee. Other users see themselves and their direct reports.
   * @summary List readiness on a career path
   */
  @Get('{id}/readiness')
  @Security('jwt', ['career-paths:read'])
  public async listCareerReadiness(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<NextStepReadinessView>> {
    return pageOf(page, pageSize, (slice) => listReadiness(id, slice));
  }

  /**
   * Returns the readiness of an employee for every step of a path, whether they are on it (`assigned`) or not, with
   * the requirements that are not met. A requirement that no answer measures is not met. HR sees every employee. Other users see themselves and their
   * direct reports, without evaluator groups that are too small to be anonymous, and their own readiness only from
   * published results. `minMonths` is informative and does not count.
   * @summary Get the readiness of an employee
   */
  @Get('{id}/readiness/{employeeId}')
  @Security('jwt', ['career-paths:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: the path does not exist, or you cannot see the employee')
  public async getCareerReadiness(@Path() id: string, @Path() employeeId: string): Promise<ReadinessView> {
    return getReadiness(id, employeeId);
  }
}
