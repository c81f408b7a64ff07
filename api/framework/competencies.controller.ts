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
import type { ImportResult } from '../../shared/jobs/contract';
import type { ErrorBody } from '../http/errors';
import { answerResult } from '../http/job-answer';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../http/types';
import type { JobView } from '../platform/jobs.dto';
import type { CompetencyView, CreateCompetency, UpdateCompetency } from './competencies.dto';
import { competencyOptions, getCompetency, listCompetencies } from './competencies.queries';
import { createCompetency, deleteCompetency, startCompetencyImport, updateCompetency } from './competencies.service';
import type { CodedOption } from './options.dto';

const PATH = '/api/competencies';

@Route('api/competencies')
@Tags('Competencies')
@Security('jwt', ['framework:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class CompetenciesController extends ResourceController {
  /**
   * Competencies by name.
   * @summary List competencies
   * @param search part of the name or code
   * @param categoryId only those of this category
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listCompetencies(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() categoryId?: Id,
  ): Promise<Page<CompetencyView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listCompetencies({ search, categoryId }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * All competencies as id, name and code, for dropdowns.
   * @summary List competency options
   */
  @Get('options')
  public async competencyOptions(): Promise<CodedOption[]> {
    return competencyOptions();
  }

  /**
   * One competency.
   * @summary Read a competency
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getCompetency(@Path() id: string): Promise<CompetencyView> {
    return this.tagged(await getCompetency(id));
  }

  /**
   * Creates a competency with up to five described levels, 1 to 5. The id may be given; the code is unique.
   * @summary Create a competency
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the code is taken')
  public async createCompetency(@Body() body: CreateCompetency): Promise<CompetencyView> {
    return this.created(PATH, await getCompetency(await createCompetency(body)));
  }

  /**
   * Imports competencies from a CSV file of at most 2 MB. Columns, in any order: name (required), code, description,
   * category. Each row is created, skipped (its code exists, or its name where it has no code, in the organization or
   * further up in the file) or an error. A category is found by its name; an unknown one is a warning, and the competency
   * is created without it. Importing the same file again creates only what is missing.
   *
   * Answers with the result, or with 202 and the job when that takes longer than about 25 seconds or the request says
   * `Prefer: respond-async`; the result is then the job's.
   * @summary Import competencies
   * @param dryRun checks the file and says what an import would do, without doing it
   */
  @Post('import-csv')
  @Response<JobView>(202, 'The import goes on; its job is at Location')
  @Response<ErrorBody>(400, 'VALIDATION: not a CSV file, or required columns are missing')
  @Response<ErrorBody>(413, 'PAYLOAD_TOO_LARGE')
  public async importCompetencies(
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() dryRun: boolean = false,
  ): Promise<ImportResult> {
    return answerResult(request, await startCompetencyImport(file, dryRun));
  }

  /**
   * Changes a competency: absent fields stay as they are, null clears; levels are replaced as a whole.
   * @summary Edit a competency
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateCompetency(
    @Path() id: string,
    @Body() body: UpdateCompetency,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CompetencyView> {
    await updateCompetency(id, body, ifMatch);
    return this.tagged(await getCompetency(id));
  }

  /**
   * Deletes a competency that no current job profile and no evaluation template refers to.
   * @summary Delete a competency
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: a profile or a template refers to it, the message says which')
  public async deleteCompetency(@Path() id: string): Promise<void> {
    await deleteCompetency(id);
    this.setStatus(204);
  }
}
