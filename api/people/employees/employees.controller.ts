import type { Readable } from 'node:stream';
import {
  Body,
  Delete,
  FormField,
  Get,
  Header,
  Path,
  Post,
  Produces,
  Put,
  Query,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
  UploadedFile,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ImportResult } from '../../../shared/jobs/import-result';
import type { BulkResult } from '../../http/bulk';
import type { ErrorBody, UnreadableEmployees } from '../../http/errors';
import { type Page, pageOf, pageRequest } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import { sendImage } from '../../http/send-image';
import type { Id, PageNumber, PageSize, Search } from '../../http/types';
import { uploadOf } from '../../http/upload';
import type { AccessView } from '../../platform/accounts/access.dto';
import { answerImport, answerResult } from '../../platform/jobs/job-answer';
import type { JobView } from '../../platform/jobs/jobs.dto';
import type { ImportHeadingsView, UpdateImportHeadings } from '../import-headings.dto';
import { getImportHeadings } from '../import-headings.queries';
import { assignImportHeadings } from '../import-headings.service';
import { inviteEmployee, resetEmployeePassword } from './employee-access.service';
import { startEmployeeImport } from './employee-import.service';
import { listPhotos, openPhoto, removePhoto, replacePhoto } from './employee-photo.service';
import type { ChangeEmployees } from './employees-bulk.dto';
import { changeEmployees } from './employees-bulk.service';
import type { CreateEmployee, EmployeeOption, EmployeePhoto, EmployeeView, UpdateEmployee } from './employees.dto';
import { employeeOptions, getEmployee, listEmployees } from './employees.queries';
import { createEmployee, deleteEmployee, updateEmployee } from './employees.service';

const PATH = '/api/employees';

@Route('api/employees')
@Tags('Employees')
@Security('jwt', ['people:manage'])
export class EmployeesController extends ResourceController {
  /**
   * Returns employees by last name.
   * @summary List employees
   * @param search part of the name, email or employee code
   * @param departmentId only employees of this department itself
   * @param managerId Only direct reports of this employee
   * @param status Active, OnLeave or Terminated, or its number 0 to 2
   * @param sort name (default), email, employeeCode, hireDate or status; with a leading `-` in descending order
   */
  @Get()
  public async listEmployees(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() departmentId?: Id,
    @Query() status?: string,
    @Query() sort?: string,
    @Query() managerId?: Id,
  ): Promise<Page<EmployeeView>> {
    return pageOf(page, pageSize, (slice) => listEmployees({ search, departmentId, managerId, status, sort }, slice));
  }

  /**
   * Returns all employees of one status by name, for dropdowns; with `limit` the first ones.
   * @summary List employee options
   * @param status Active (default), OnLeave or Terminated, or its number 0 to 2
   * @param search Part of the name, email address or employee code
   * @param limit Number of employees, at most 200; larger values are treated as 200
   */
  @Get('options')
  public async employeeOptions(
    @Query() status?: string,
    @Query() search?: Search,
    @Query() limit?: PageSize,
  ): Promise<EmployeeOption[]> {
    return employeeOptions({ status, search }, limit === undefined ? null : pageRequest(1, limit).pageSize);
  }

  /**
   * Returns the photos of up to 100 employees as small images, for lists, with the initials for those without one. Ids that
   * do not exist are left out.
   * @summary List photos of employees
   * @param ids Ids of the employees
   * @maxItems ids 100 must name at most 100 employees
   */
  @Get('photos')
  public async listEmployeePhotos(@Query() ids: Id[]): Promise<EmployeePhoto[]> {
    return listPhotos(ids);
  }

  /**
   * Returns the headings that your organization's files use for columns of the employee import.
   * @summary List import headings
   */
  @Get('import-headings')
  public async listImportHeadings(): Promise<ImportHeadingsView> {
    return getImportHeadings();
  }

  /**
   * Stores which columns of the employee import your organization's headings mean; omitted headings keep their columns.
   * Imports and their checks then use them.
   * @summary Assign import headings
   */
  @Put('import-headings')
  public async assignImportHeadings(@Body() body: UpdateImportHeadings): Promise<ImportHeadingsView> {
    await assignImportHeadings(body);
    return getImportHeadings();
  }

  /**
   * Returns one employee.
   * @summary Get an employee
   */
  @Get('{id}')
  public async getEmployee(@Path() id: string): Promise<EmployeeView> {
    return this.tagged(await getEmployee(id));
  }

  /**
   * Creates an employee, who is Active by default and counts toward the plan limit. You can choose the id. Email and
   * employee code are unique in the organization.
   * @summary Create an employee
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'PLAN_LIMIT_EMPLOYEES, or CONFLICT: the id, email or employee code is taken')
  public async createEmployee(@Body() body: CreateEmployee): Promise<EmployeeView> {
    const { _id } = await createEmployee(body);
    return this.created(PATH, await getEmployee(_id));
  }

  /**
   * Applies an action to up to 200 employees: `invite`, or sets the `department`, `manager`, `job-profile` or `status`
   * from `values`. Each employee changes by the rules of the single operation, all in one transaction. `refused` lists
   * those who do not change, with the reason, including ids that do not exist; employees who already were as requested
   * are not counted. `dryRun` stores no change.
   * @summary Change several employees
   */
  @Post('bulk')
  public async changeEmployees(@Body() body: ChangeEmployees): Promise<BulkResult> {
    return changeEmployees(body);
  }

  /**
   * Imports employees from a CSV file of at most 2 MB. Columns, in any order: firstname, lastname, email (required),
   * employeecode, department, manager, jobprofile, hiredate. The encodings and separators of spreadsheets are
   * recognized. Each row is created, skipped (its email exists in the organization or in an earlier row, whatever else
   * is wrong with the row) or an error. An unknown department, manager or job profile is a warning, and the employee is
   * created without it. A manager can be in any row. Importing the same file again creates only missing employees.
   *
   * Other headings are read as the columns that PUT /api/employees/import-headings assigned to them, or else by what they mean in
   * English, Spanish, Portuguese, French or German, such as “Given name” or “Fecha de alta”; unknown ones are ignored. Two columns of
   * surnames are joined, and one column of whole names is divided where a comma does it. The result lists `headings` with their
   * columns, and so does the error of a file that lacks required columns.
   *
   * With `mode=update` the rows of known emails or employee codes are compared with what is stored: such a row is updated, with its
   * `changes`, or unchanged. It needs an email or an employee code; only new people need names. An empty cell leaves its field, `-`
   * clears it (an error in names and email), and a value with a warning leaves it. A row with a known employee code can change the
   * email; the account follows by the rules of the form, and is an error where only a TenantAdmin may change it. A second row for an
   * employee is skipped. People can change places in the line in any order of rows; of a loop the first row keeps its manager, with a
   * warning. A column of the status counts with `applyStatus`. `missing` of a check names the Active employees without a row; an
   * import marks those as Terminated whom the field `terminate` names.
   *
   * Whether the day or the month comes first follows from the dates of the file, or else from what your organization chose before.
   * Where neither settles it, a check answers `dateFormat` null with `dateExamples`, and an import is refused on `dateFormat`.
   *
   * Returns the result, or 202 with the job when the import takes longer than about 25 seconds or the request contains
   * `Prefer: respond-async`. The job then holds the result.
   * @summary Import employees
   * @param dryRun checks the file and says what an import would do, without doing it
   * @param dateFormat how hiredate is written: auto (default), iso, dd/mm/yyyy or mm/dd/yyyy; ISO dates are understood under each
   * @param create departments, jobProfiles or both with a comma: creates those that rows name and that do not exist
   * @param mode add (default): known employees are skipped; update: they are compared, and changed
   * @param applyStatus with mode=update: whether the column of the status counts
   * @param terminate with mode=update: ids of employees without a row who have left, a field for each or one with commas
   */
  @Post('import-csv')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<UnreadableEmployees>(
    400,
    'VALIDATION: not a CSV file, required columns are missing, or the order of day and month is not settled',
  )
  public async importEmployees(
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() dryRun: boolean = false,
    @Query() dateFormat: string = 'auto',
    @Query() create?: string,
    @Query() mode: string = 'add',
    @Query() applyStatus: boolean = false,
    @FormField() terminate?: string,
  ): Promise<ImportResult> {
    const options = { dryRun, dateFormat, create, mode, applyStatus, terminate };
    return answerImport(request, await startEmployeeImport(uploadOf(file), options));
  }

  /**
   * Updates an employee. Omitted fields keep their values, null clears a field. Status Terminated releases quota of the
   * plan and sets the termination date to today (UTC) unless you send one; another status clears it. Becoming Active
   * again needs quota. An employee cannot be their own manager, directly or indirectly.
   * @summary Update an employee
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'PLAN_LIMIT_EMPLOYEES, or CONFLICT: the email or employee code is taken')
  public async updateEmployee(
    @Path() id: string,
    @Body() body: UpdateEmployee,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmployeeView> {
    await updateEmployee(id, body, expectedRevision(ifMatch));
    return this.tagged(await getEmployee(id));
  }

  /**
   * Deletes an employee, which releases the email, the employee code and quota of the plan. Their direct reports no
   * longer have a manager, and departments no longer have them as head. Their Individual goals and development plans are
   * deleted; those that were open are Cancelled.
   * @summary Delete an employee
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: the last active TenantAdmin')
  public async deleteEmployee(@Path() id: string): Promise<void> {
    await deleteEmployee(id);
    this.setStatus(204);
  }

  /**
   * Gives an employee access: creates an account with the role User if the employee has none, and emails a temporary
   * password. It is valid for 72 hours and must be changed at the first sign-in. An existing account with the
   * employee's email that has no employee is linked. Until the first sign-in, inviting again emails a new password.
   *
   * Responds once the email is sent, or with 202 and the job if that takes longer than about 25 seconds or the request
   * has `Prefer: respond-async`. An HRManager cannot invite a TenantAdmin (403).
   * @summary Invite an employee
   */
  @Post('{id}/invite')
  @Response<JobView>(202, 'The mail is on its way; its job is at Location')
  @Response<ErrorBody>(409, 'CONFLICT: Terminated, signed in already, account not active, or the mail is refused')
  public async inviteEmployee(@Path() id: string, @Request() request: HttpRequest): Promise<AccessView> {
    return answerResult(request, await inviteEmployee(id));
  }

  /**
   * Ends the sessions of an employee's account and emails a temporary password, which is valid for 72 hours, replaces
   * the current one and must be changed at the first sign-in. Also ends a lockout.
   *
   * Responds once the email is sent, or with 202 and the job as in `invite`. An HRManager cannot reset the password of
   * a TenantAdmin (403).
   * @summary Reset an employee's password
   */
  @Post('{id}/reset-password')
  @Response<JobView>(202, 'The mail is on its way; its job is at Location')
  @Response<ErrorBody>(409, 'CONFLICT: Terminated, no account, account not active, or the mail is refused')
  public async resetEmployeePassword(@Path() id: string, @Request() request: HttpRequest): Promise<AccessView> {
    return answerResult(request, await resetEmployeePassword(id));
  }

  /**
   * Stores the photo of an employee and replaces the previous one: JPEG, PNG, WebP or the first frame of a GIF, at most 5 MB
   * and 50 million pixels. The image is re-encoded as WebP, at most 512 × 512, upright and without metadata.
   * @summary Upload an employee's photo
   */
  @Post('{id}/photo')
  @Response<ErrorBody>(400, 'VALIDATION: not an image of these formats')
  public async uploadEmployeePhoto(
    @Path() id: string,
    @UploadedFile() file: Express.Multer.File,
  ): Promise<EmployeeView> {
    await replacePhoto(id, uploadOf(file));
    return this.tagged(await getEmployee(id));
  }

  /**
   * Returns the photo of an employee.
   * @summary Download the photo of an employee
   * @param ifNoneMatch the ETag of the photo that you have; 304 when it is still the one
   */
  @Get('{id}/photo')
  @Produces('image/webp')
  @Response(304, 'You have this photo already')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such employee, or no photo')
  public async readEmployeePhoto(
    @Path() id: string,
    @Request() request: HttpRequest,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<Readable> {
    return sendImage(request, await openPhoto(id), ifNoneMatch);
  }

  /**
   * Deletes the photo of an employee.
   * @summary Delete an employee's photo
   */
  @Delete('{id}/photo')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such employee, or no photo')
  public async deleteEmployeePhoto(@Path() id: string): Promise<void> {
    await removePhoto(id);
    this.setStatus(204);
  }
}
