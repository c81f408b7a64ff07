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
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class JobProfilesController extends ResourceController {
  /**
   * Job profiles by name, the newest version first; without `isCurrent` all versions.
   * @summary List job profiles
   * @param search part of the name or code
   * @param departmentId only those of this department
   * @param isCurrent only current versions, or only those that were replaced
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
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listJobProfiles({ search, departmentId, isCurrent }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * The current job profiles as id, name and code, for dropdowns.
   * @summary List job profile options
   */
  @Get('options')
  public async jobProfileOptions(): Promise<CodedOption[]> {
    return jobProfileOptions();
  }

  /**
   * One job profile.
   * @summary Read a job profile
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getJobProfile(@Path() id: string): Promise<JobProfileView> {
    return this.tagged(await getJobProfile(id));
  }

  /**
   * Creates version 1 of a job profile. Each requirement names one competency, or one skill of a framework of the
   * organization or a global one, and none is named twice. The id may be given; the code is unique.
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
   * Clones a job profile as the next version of its line: its number is one more than the highest, `previousVersionId` is
   * the one it was cloned from, requirements keep their ids, and `isCurrent` moves to it. Any version may be cloned, so an
   * old one can be brought back. Employees stay with the version that they have until it is changed on them.
   * @summary Make a new version of a job profile
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
   * Changes the current version of a job profile: absent fields stay as they are, null clears; requirements are replaced
   * as a whole. Cycles that were generated before keep the requirements of then.
   * @summary Edit a job profile
   * @param ifMatch the ETag that you read; a stale one is refused
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
    await updateJobProfile(id, body, ifMatch);
    return this.tagged(await getJobProfile(id));
  }

  /**
   * Deletes one version of a job profile, also while employees have it: they then have no profile until they are given
   * another one. When it was the current version, the newest that is left becomes the current one. A version that is a step
   * of a career path stays.
   * @summary Delete a job profile
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: a career path has it as a step')
  public async deleteJobProfile(@Path() id: string): Promise<void> {
    await deleteJobProfile(id);
    this.setStatus(204);
  }
}
