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
import type {
  CreateEvaluationTemplate,
  EvaluationTemplateView,
  TemplateFromCompetencies,
  UpdateEvaluationTemplate,
} from './evaluation-templates.dto';
import { getEvaluationTemplate, listEvaluationTemplates } from './evaluation-templates.queries';
import {
  cloneEvaluationTemplate,
  createEvaluationTemplate,
  deleteEvaluationTemplate,
  updateEvaluationTemplate,
} from './evaluation-templates.service';
import { createTemplateFromCompetencies } from './template-from-competencies.service';
import type { NewVersion } from './versions.dto';

const PATH = '/api/evaluation-templates';

@Route('api/evaluation-templates')
@Tags('Evaluation templates')
@Security('jwt', ['framework:manage'])
export class EvaluationTemplatesController extends ResourceController {
  /**
   * Returns templates by name, newest version first. Without `isCurrent`, all versions are returned.
   * @summary List evaluation templates
   * @param search part of the name
   * @param isCurrent true: only current versions; false: only replaced ones
   */
  @Get()
  public async listEvaluationTemplates(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() isCurrent?: boolean,
  ): Promise<Page<EvaluationTemplateView>> {
    return pageOf(page, pageSize, (slice) => listEvaluationTemplates({ search, isCurrent }, slice));
  }

  /**
   * Returns one template.
   * @summary Get an evaluation template
   */
  @Get('{id}')
  public async getEvaluationTemplate(@Path() id: string): Promise<EvaluationTemplateView> {
    return this.tagged(await getEvaluationTemplate(id));
  }

  /**
   * Creates version 1 of a template. You can choose the ids of the template, its sections and its items; the others
   * are generated. An item can be mapped to one competency, or to one skill of a global framework or of your
   * organization.
   * @summary Create an evaluation template
   */
  @Post()
  @SuccessResponse(201, 'Created')
  public async createEvaluationTemplate(@Body() body: CreateEvaluationTemplate): Promise<EvaluationTemplateView> {
    return this.created(PATH, await getEvaluationTemplate(await createEvaluationTemplate(body)));
  }

  /**
   * Creates a template with one rated item for each competency, in sections by category. The description of a competency is the
   * text of its item, or its name where it has none. You can edit the template afterwards.
   * @summary Create a template from competencies
   */
  @Post('from-competencies')
  @SuccessResponse(201, 'Created')
  public async createTemplateFromCompetencies(@Body() body: TemplateFromCompetencies): Promise<EvaluationTemplateView> {
    return this.created(PATH, await getEvaluationTemplate(await createTemplateFromCompetencies(body)));
  }

  /**
   * Creates the next version of a template. Its number is one more than the highest, `previousVersionId` names the
   * cloned version, sections and items keep their ids, and `isCurrent` moves to the new version. You can clone any
   * version.
   * @summary Clone an evaluation template
   */
  @Post('{id}/clone')
  @SuccessResponse(201, 'Created')
  public async cloneEvaluationTemplate(@Path() id: string, @Body() body: NewVersion): Promise<EvaluationTemplateView> {
    return this.created(PATH, await getEvaluationTemplate(await cloneEvaluationTemplate(id, body)));
  }

  /**
   * Updates a template. Omitted fields keep their values, null clears a field, and sections are replaced as a whole.
   * After a cycle has been generated with it, only name and description can change.
   * @summary Update an evaluation template
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: a generated cycle uses it')
  public async updateEvaluationTemplate(
    @Path() id: string,
    @Body() body: UpdateEvaluationTemplate,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EvaluationTemplateView> {
    await updateEvaluationTemplate(id, body, expectedRevision(ifMatch));
    return this.tagged(await getEvaluationTemplate(id));
  }

  /**
   * Deletes one version of a template that no generated cycle uses. If it was the current version, the newest
   * remaining one becomes current.
   * @summary Delete an evaluation template
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: a generated cycle uses it')
  public async deleteEvaluationTemplate(@Path() id: string): Promise<void> {
    await deleteEvaluationTemplate(id);
    this.setStatus(204);
  }
}
