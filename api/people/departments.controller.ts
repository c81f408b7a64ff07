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
import type { CreateDepartment, DepartmentNode, DepartmentView, Option, UpdateDepartment } from './departments.dto';
import { departmentOptions, departmentTree, getDepartment, listDepartments } from './departments.queries';
import { createDepartment, deleteDepartment, updateDepartment } from './departments.service';

const PATH = '/api/departments';

@Route('api/departments')
@Tags('Departments')
@Security('jwt', ['people:manage'])
export class DepartmentsController extends ResourceController {
  /**
   * Returns departments by name.
   * @summary List departments
   * @param search part of the name or code
   */
  @Get()
  public async listDepartments(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<Page<DepartmentView>> {
    return pageOf(page, pageSize, (slice) => listDepartments(search, slice));
  }

  /**
   * Returns all departments as a tree, with the number of their employees.
   * @summary Get the department tree
   */
  @Get('tree')
  public async departmentTree(): Promise<DepartmentNode[]> {
    return departmentTree();
  }

  /**
   * Returns all departments as id and name, for dropdowns.
   * @summary List department options
   */
  @Get('options')
  public async departmentOptions(): Promise<Option[]> {
    return departmentOptions();
  }

  /**
   * Returns one department.
   * @summary Get a department
   */
  @Get('{id}')
  public async getDepartment(@Path() id: string): Promise<DepartmentView> {
    return this.tagged(await getDepartment(id));
  }

  /**
   * Creates a department. You can choose the id. The code is unique.
   * @summary Create a department
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the code is taken')
  public async createDepartment(@Body() body: CreateDepartment): Promise<DepartmentView> {
    return this.created(PATH, await getDepartment(await createDepartment(body)));
  }

  /**
   * Updates a department. Omitted fields keep their values, null clears a field. A department cannot become its own descendant.
   * @summary Update a department
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: the code is taken, or changed concurrently by another user')
  public async updateDepartment(
    @Path() id: string,
    @Body() body: UpdateDepartment,
    @Header('If-Match') ifMatch?: string,
  ): Promise<DepartmentView> {
    await updateDepartment(id, body, expectedRevision(ifMatch));
    return this.tagged(await getDepartment(id));
  }

  /**
   * Deletes a department without employees and subdepartments that no draft survey asks. Goals and job profiles no longer
   * have it; closed cycles keep its name.
   * @summary Delete a department
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: it is not empty, or a draft survey asks it')
  public async deleteDepartment(@Path() id: string): Promise<void> {
    await deleteDepartment(id);
    this.setStatus(204);
  }
}
