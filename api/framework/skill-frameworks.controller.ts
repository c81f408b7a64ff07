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
import { enumerationFilter } from '../../shared/kernel/enumeration';
import type { ErrorBody, UnreadableFile } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search, ShortText } from '../http/types';
import { uploadOf } from '../http/upload';
import { answerImport } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import {
  type CreateSkillFramework,
  FrameworkScope,
  type FrameworkVersion,
  type ImportSkillFramework,
  type SkillFrameworkRow,
  type SkillFrameworkView,
  type UpdateSkillFramework,
} from './skill-frameworks.dto';
import { getSkillFramework, listSkillFrameworks } from './skill-frameworks.queries';
import {
  createSkillFramework,
  deleteSkillFramework,
  importSkillFramework,
  startSkillImport,
  updateSkillFramework,
} from './skill-frameworks.service';

const PATH = '/api/skill-frameworks';

@Route('api/skill-frameworks')
@Tags('Skill frameworks')
@Security('jwt', ['skill-frameworks:manage'])
export class SkillFrameworksController extends ResourceController {
  /**
   * Returns the frameworks that you can see: the global ones by name, then those of your organization. A SystemAdmin
   * who does not name an organization sees the global ones. Get one framework to see its skills.
   * @summary List skill frameworks
   * @param search part of the name
   * @param scope Global or Tenant, or its number
   */
  @Get()
  public async listSkillFrameworks(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() scope?: string,
  ): Promise<Page<SkillFrameworkRow>> {
    const filter = { search, scope: enumerationFilter(FrameworkScope, scope, 'scope') };
    return pageOf(page, pageSize, (slice) => listSkillFrameworks(filter, slice));
  }

  /**
   * Returns one framework with its skills.
   * @summary Get a skill framework
   */
  @Get('{id}')
  public async getSkillFramework(@Path() id: string): Promise<SkillFrameworkView> {
    return this.tagged(await getSkillFramework(id));
  }

  /**
   * Creates a framework. It is global for a SystemAdmin who does not name an organization (or sends `scope` Global),
   * otherwise it belongs to the organization. Name and version together are unique, and so are the codes of its
   * skills.
   * @summary Create a skill framework
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: an id, or the name and version, are taken')
  public async createSkillFramework(@Body() body: CreateSkillFramework): Promise<SkillFrameworkView> {
    return this.created(PATH, await getSkillFramework(await createSkillFramework(body)));
  }

  /**
   * Imports a framework from JSON of at most 1 MB in the generic format: name, version, skills. If a framework with
   * this name and version exists, its skills are updated and extended, matched by id, then by code, then by name. No
   * skill is removed and all keep their ids, so the import is safe to repeat.
   * @summary Import a skill framework
   */
  @Post('import')
  @SuccessResponse(201, 'Created')
  @Response<SkillFrameworkView>(200, 'It existed and was brought up to date')
  @Response<ErrorBody>(409, 'CONFLICT: an id is taken')
  public async importSkillFramework(@Body() body: ImportSkillFramework): Promise<SkillFrameworkView> {
    const { id, isNew } = await importSkillFramework(body);
    const framework = await getSkillFramework(id);
    if (isNew) return this.created(PATH, framework);
    this.setStatus(200);
    return this.tagged(framework);
  }

  /**
   * Imports skills from a CSV file of at most 2 MB into the framework with this name and version, which is created if it does
   * not exist: a global one for a SystemAdmin who does not name an organization, otherwise one of the organization. Columns,
   * in any order: name (required), code, description, category. Each row creates a skill, updates the one with its code (or,
   * without a code, its name), is skipped (the skill is already so, or an earlier row has its code or name) or is an error.
   * An empty cell clears a description or category; columns that the file lacks keep what is stored, and so do levels. No
   * skill is removed. `POST /api/skill-frameworks/import` also takes levels.
   *
   * Returns the result, or 202 with the job when the import takes longer than about 25 seconds or the request contains
   * `Prefer: respond-async`. The job then holds the result.
   * @summary Import skills
   * @param name name of the framework
   * @param version version of the framework
   * @param dryRun true: checks the file and returns what an import would do, without importing it
   */
  @Post('import-csv')
  @Response<JobView>(202, 'The import continues in the job that Location names')
  @Response<UnreadableFile>(400, 'VALIDATION: not a CSV file, or required columns are missing')
  public async importSkills(
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() name: ShortText,
    @Query() version: FrameworkVersion = '1',
    @Query() dryRun: boolean = false,
  ): Promise<ImportResult> {
    return answerImport(request, await startSkillImport(uploadOf(file), { name, version, dryRun }));
  }

  /**
   * Updates a framework. Omitted fields keep their values, and skills are replaced as a whole. Skills that profiles
   * or templates reference cannot be removed. Only a SystemAdmin can change a global framework.
   * @summary Update a skill framework
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: name and version are taken, or a removed skill is in use')
  public async updateSkillFramework(
    @Path() id: string,
    @Body() body: UpdateSkillFramework,
    @Header('If-Match') ifMatch?: string,
  ): Promise<SkillFrameworkView> {
    await updateSkillFramework(id, body, expectedRevision(ifMatch));
    return this.tagged(await getSkillFramework(id));
  }

  /**
   * Deletes a framework whose skills no current job profile and no evaluation template references. Only a SystemAdmin
   * can delete a global framework.
   * @summary Delete a skill framework
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: its skills are in use')
  public async deleteSkillFramework(@Path() id: string): Promise<void> {
    await deleteSkillFramework(id);
    this.setStatus(204);
  }
}
