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
import { enumerationFilter } from '../../shared/kernel/enumeration';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search } from '../http/types';
import {
  type CreateSkillFramework,
  FrameworkScope,
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
  updateSkillFramework,
} from './skill-frameworks.service';

const PATH = '/api/skill-frameworks';

@Route('api/skill-frameworks')
@Tags('Skill frameworks')
@Security('jwt', ['skill-frameworks:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class SkillFrameworksController extends ResourceController {
  /**
   * The frameworks that the caller sees: the global ones by name, then the organization's own. A SystemAdmin who names no
   * organization sees the global ones. Read one framework for its skills.
   * @summary List skill frameworks
   * @param search part of the name
   * @param scope Global or Tenant, or its number
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listSkillFrameworks(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() scope?: string,
  ): Promise<Page<SkillFrameworkRow>> {
    const request = pageRequest(page, pageSize);
    const filter = { search, scope: enumerationFilter(FrameworkScope, scope, 'scope') };
    const { items, totalCount } = await listSkillFrameworks(filter, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One framework with its skills.
   * @summary Read a skill framework
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getSkillFramework(@Path() id: string): Promise<SkillFrameworkView> {
    return this.tagged(await getSkillFramework(id));
  }

  /**
   * Creates a framework: a global one for a SystemAdmin who names no organization (or says `scope` Global), else one of
   * the organization. Name and version together are unique, and so are the codes of its skills.
   * @summary Create a skill framework
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: an id, or the name and version, are taken')
  public async createSkillFramework(@Body() body: CreateSkillFramework): Promise<SkillFrameworkView> {
    return this.created(PATH, await getSkillFramework(await createSkillFramework(body)));
  }

  /**
   * Imports a framework from JSON (at most 1 MB) in the generic format: name, version, skills. When one of this name and
   * version exists, its skills are updated and added to, matched by id, else by code, else by name; none is removed and
   * all keep their ids. So the same import may be repeated.
   * @summary Import a skill framework
   */
  @Post('import')
  @SuccessResponse(201, 'Created')
  @Response<SkillFrameworkView>(200, 'It existed and was brought up to date')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: an id is taken')
  @Response<ErrorBody>(413, 'PAYLOAD_TOO_LARGE')
  public async importSkillFramework(@Body() body: ImportSkillFramework): Promise<SkillFrameworkView> {
    const { id, isNew } = await importSkillFramework(body);
    const framework = await getSkillFramework(id);
    if (isNew) return this.created(PATH, framework);
    this.setStatus(200);
    return this.tagged(framework);
  }

  /**
   * Changes a framework: absent fields stay as they are; skills are replaced as a whole, and those that profiles or
   * templates refer to cannot be left out. Global frameworks are changed by a SystemAdmin only.
   * @summary Edit a skill framework
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: name and version are taken, or a skill that is left out is in use')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateSkillFramework(
    @Path() id: string,
    @Body() body: UpdateSkillFramework,
    @Header('If-Match') ifMatch?: string,
  ): Promise<SkillFrameworkView> {
    await updateSkillFramework(id, body, ifMatch);
    return this.tagged(await getSkillFramework(id));
  }

  /**
   * Deletes a framework whose skills no current job profile and no evaluation template refers to. Global frameworks are
   * deleted by a SystemAdmin only.
   * @summary Delete a skill framework
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: its skills are in use')
  public async deleteSkillFramework(@Path() id: string): Promise<void> {
    await deleteSkillFramework(id);
    this.setStatus(204);
  }
}
