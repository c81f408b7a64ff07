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
  CompetencyCategoryView,
  CreateCompetencyCategory,
  UpdateCompetencyCategory,
} from './competency-categories.dto';
import { getCompetencyCategory, listCompetencyCategories } from './competency-categories.queries';
import {
  createCompetencyCategory,
  deleteCompetencyCategory,
  updateCompetencyCategory,
} from './competency-categories.service';

const PATH = '/api/competency-categories';

@Route('api/competency-categories')
@Tags('Competency categories')
@Security('jwt', ['framework:manage'])
export class CompetencyCategoriesController extends ResourceController {
  /**
   * Returns categories by order, then by name.
   * @summary List competency categories
   * @param search part of the name
   */
  @Get()
  public async listCompetencyCategories(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
  ): Promise<Page<CompetencyCategoryView>> {
    return pageOf(page, pageSize, (slice) => listCompetencyCategories(search, slice));
  }

  /**
   * Returns one category.
   * @summary Get a competency category
   */
  @Get('{id}')
  public async getCompetencyCategory(@Path() id: string): Promise<CompetencyCategoryView> {
    return this.tagged(await getCompetencyCategory(id));
  }

  /**
   * Creates a category. You can choose the id.
   * @summary Create a competency category
   */
  @Post()
  @SuccessResponse(201, 'Created')
  public async createCompetencyCategory(@Body() body: CreateCompetencyCategory): Promise<CompetencyCategoryView> {
    return this.created(PATH, await getCompetencyCategory(await createCompetencyCategory(body)));
  }

  /**
   * Updates a category. Omitted fields keep their values, null clears a field.
   * @summary Update a competency category
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: changed concurrently by another user')
  public async updateCompetencyCategory(
    @Path() id: string,
    @Body() body: UpdateCompetencyCategory,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CompetencyCategoryView> {
    await updateCompetencyCategory(id, body, expectedRevision(ifMatch));
    return this.tagged(await getCompetencyCategory(id));
  }

  /**
   * Deletes a category without competencies.
   * @summary Delete a competency category
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: competencies belong to it')
  public async deleteCompetencyCategory(@Path() id: string): Promise<void> {
    await deleteCompetencyCategory(id);
    this.setStatus(204);
  }
}
