import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
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
import type { ImportResult } from '../../shared/jobs/import-result';
import type { ErrorBody, UnreadableFile } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import { uploadOf } from '../http/upload';
import { answerImport } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import type { CreateJobProfile, JobProfileView, UpdateJobProfile } from './job-profiles.dto';
import { getJobProfile, jobProfileOptions, listJobProfiles } from './job-profiles.queries';
import {
  createJobProfile,
  deleteJobProfile,
  newJobProfileVersion,
  startJobProfileImport,
  updateJobProfile,
} from './job-profiles.service';
import type { CodedOption } from './options.dto';
import type { NewVersion } from './versions.dto';

const PATH = '/api/job-profiles';

@Route('api/job-profiles')
@Tags('Job profiles')
@Security('jwt', ['framework:manage'])
export class JobProfilesController extends ResourceController {
  /**
   * Returns job profiles by name, newest version first. Without `isCurrent`, all versions are returned.
   * @summary List job profiles
   * @param search part of the name or code
   * @param departmentId only those of this department
   * @param isCurrent true: only current versions; false: only replaced ones
   */
  @Get()
  public async listJobProfiles(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() departmentId?: Id,
    @Query() isCurrent?: boolean,
  ): Promise<Page<JobProfileView>> {
    return pageOf(page, pageSize, (slice) => listJobProfiles({ search, departmentId, isCurrent }, slice));
  }

  /**
   * Returns the current job profiles as id, name and code, for dropdowns.
   * @summary List job profile options
   */
  @Get('options')
  public async jobProfileOptions(): Promise<CodedOption[]> {
    return jobProfileOptions();
  }

  /**
   * Returns one job profile.
   * @summary Get a job profile
   */
  @Get('{id}')
  public async getJobProfile(@Path() id: string): Promise<JobProfileView> {
    return this.tagged(await getJobProfile(id));
  }

  /**
   * Creates version 1 of a job profile. Each requirement names one competency, or one skill of a global framework or
   * of your organization, and none is named twice. You can choose the id. The code is unique.
   * @summary Create a job profile
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the code is taken')
  public async createJobProfile(@Body() body: CreateJobProfile): Promise<JobProfileView> {
    return this.created(PATH, await getJobProfile(await createJobProfile(body)));
  }

  /**
   * Imports job profiles from a CSV file of at most 2 MB, with one row for each requirement. Columns, in any order: name
   * (required), code, department, competency, requiredlevel (1 to 5), critical (yes or no). Rows with the same code, or without
   * a code with the same name, are one profile, and the counts are of profiles. A profile that exists is skipped. One with a row
   * that has an error, such as an unknown competency, is not created; an unknown department is a warning.
   *
   * Returns the result, or 202 with the job when the import takes longer than about 25 seconds or the request contains
   * `Prefer: respond-async`. The job then holds the result.
   * @summary Import job profiles
   * @param dryRun true: checks the file and returns what an import would do, without importing it
   */
  @Post('import-csv')
  @Response<JobView>(202, 'The import continues in the job that Location names')
  @Response<UnreadableFile>(400, 'VALIDATION: not a CSV file, or required columns are missing')
  public async importJobProfiles(
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() dryRun: boolean = false,
  ): Promise<ImportResult> {
    return answerImport(request, await startJobProfileImport(uploadOf(file), dryRun));
  }

  /**
   * Creates the next version of a job profile. Its number is one more than the highest, `previousVersionId` names the
   * cloned version, requirements keep their ids, and `isCurrent` moves to the new version. You can clone any version,
   * for example to restore an old one. Employees keep their version until you change it.
   * @summary Create a new version of a job profile
   */
  @Post('{id}/version')
  @SuccessResponse(201, 'Created')
  public async newJobProfileVersion(@Path() id: string, @Body() body: NewVersion): Promise<JobProfileView> {
    return this.created(PATH, await getJobProfile(await newJobProfileVersion(id, body)));
  }

  /**
   * Updates the current version of a job profile. Omitted fields keep their values, null clears a field, and
   * requirements are replaced as a whole. Cycles that were generated earlier keep their requirements.
   * @summary Update a job profile
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: the code is taken, or a newer version has replaced this one')
  public async updateJobProfile(
    @Path() id: string,
    @Body() body: UpdateJobProfile,
    @Header('If-Match') ifMatch?: string,
  ): Promise<JobProfileView> {
    await updateJobProfile(id, body, expectedRevision(ifMatch));
    return this.tagged(await getJobProfile(id));
  }

  /**
   * Deletes one version of a job profile. If it was the current version, the newest remaining one becomes current. A
   * version that employees have or that is a step of a career path cannot be deleted. Closed cycles keep its name.
   * @summary Delete a job profile
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: employees have it, or a career path has it as a step')
  public async deleteJobProfile(@Path() id: string): Promise<void> {
    await deleteJobProfile(id);
    this.setStatus(204);
  }
}
