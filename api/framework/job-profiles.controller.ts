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
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import type { CreateJobProfile, JobProfileView, UpdateJobProfile } from './job-profiles.dto';
import { getJobProfile, jobProfileOptions, listJobProfiles } from './job-profiles.queries';
import { createJobProfile, deleteJobProfile, newJobProfileVersion, updateJobProfile } from './job-profiles.service';
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
  @Response<ErrorBody>(400, 'VALIDATION')
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
  @Response<ErrorBody>(404, 'NOT_FOUND')
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
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the code is taken')
  public async createJobProfile(@Body() body: CreateJobProfile): Promise<JobProfileView> {
    return this.created(PATH, await getJobProfile(await createJobProfile(body)));
  }

  /**
   * Creates the next version of a job profile. Its number is one more than the highest, `previousVersionId` names the
   * cloned version, requirements keep their ids, and `isCurrent` moves to the new version. You can clone any version,
   * for example to restore an old one. Employees keep their version until you change it.
   * @summary Create a new version of a job profile
   */
  @Post('{id}/version')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
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
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the code is taken, or a newer version has replaced this one')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
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
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: employees have it, or a career path has it as a step')
  public async deleteJobProfile(@Path() id: string): Promise<void> {
    await deleteJobProfile(id);
    this.setStatus(204);
  }
}
