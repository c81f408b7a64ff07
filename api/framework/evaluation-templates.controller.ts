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
import type {
  CreateEvaluationTemplate,
  EvaluationTemplateView,
  UpdateEvaluationTemplate,
} from './evaluation-templates.dto';
import { getEvaluationTemplate, listEvaluationTemplates } from './evaluation-templates.queries';
import {
  cloneEvaluationTemplate,
  createEvaluationTemplate,
  deleteEvaluationTemplate,
  updateEvaluationTemplate,
} from './evaluation-templates.service';
import type { NewVersion } from './versions.dto';

const PATH = '/api/evaluation-templates';

@Route('api/evaluation-templates')
@Tags('Evaluation templates')
@Security('jwt', ['framework:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class EvaluationTemplatesController extends ResourceController {
  /**
   * Templates by name, the newest version first; without `isCurrent` all versions.
   * @summary List evaluation templates
   * @param search part of the name
   * @param isCurrent only current versions, or only those that were replaced
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listEvaluationTemplates(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() isCurrent?: boolean,
  ): Promise<Page<EvaluationTemplateView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listEvaluationTemplates({ search, isCurrent }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One template.
   * @summary Read an evaluation template
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getEvaluationTemplate(@Path() id: string): Promise<EvaluationTemplateView> {
    return this.tagged(await getEvaluationTemplate(id));
  }

  /**
   * Creates version 1 of a template. Ids may be given for the template, its sections and its items; the others are made.
   * An item may be mapped to one competency, or to one skill of a framework of the organization or a global one.
   * @summary Create an evaluation template
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async createEvaluationTemplate(@Body() body: CreateEvaluationTemplate): Promise<EvaluationTemplateView> {
    return this.created(PATH, await getEvaluationTemplate(await createEvaluationTemplate(body)));
  }

  /**
   * Clones a template as the next version of its line: its number is one more than the highest, `previousVersionId` is
   * the one it was cloned from, sections and items keep their ids, and `isCurrent` moves to it. Any version may be cloned.
   * @summary Clone an evaluation template
   */
  @Post('{id}/clone')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async cloneEvaluationTemplate(@Path() id: string, @Body() body: NewVersion): Promise<EvaluationTemplateView> {
    return this.created(PATH, await getEvaluationTemplate(await cloneEvaluationTemplate(id, body)));
  }

  /**
   * Changes a template: absent fields stay as they are, null clears; sections are replaced as a whole. Once a cycle was
   * generated with it, only name and description can change.
   * @summary Edit an evaluation template
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: a generated cycle uses it')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateEvaluationTemplate(
    @Path() id: string,
    @Body() body: UpdateEvaluationTemplate,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EvaluationTemplateView> {
    await updateEvaluationTemplate(id, body, ifMatch);
    return this.tagged(await getEvaluationTemplate(id));
  }

  /**
   * Deletes one version of a template that no generated cycle uses. When it was the current version, the newest that is
   * left becomes the current one.
   * @summary Delete an evaluation template
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: a generated cycle uses it')
  public async deleteEvaluationTemplate(@Path() id: string): Promise<void> {
    await deleteEvaluationTemplate(id);
    this.setStatus(204);
  }
}
