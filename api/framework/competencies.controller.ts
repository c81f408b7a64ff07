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
import type { CompetencyView, CreateCompetency, UpdateCompetency } from './competencies.dto';
import { competencyOptions, getCompetency, listCompetencies } from './competencies.queries';
import { createCompetency, deleteCompetency, startCompetencyImport, updateCompetency } from './competencies.service';
import type { CodedOption } from './options.dto';

const PATH = '/api/competencies';

@Route('api/competencies')
@Tags('Competencies')
@Security('jwt', ['framework:manage'])
export class CompetenciesController extends ResourceController {
  /**
   * Returns competencies by name.
   * @summary List competencies
   * @param search part of the name or code
   * @param categoryId only those of this category
   */
  @Get()
  public async listCompetencies(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() categoryId?: Id,
  ): Promise<Page<CompetencyView>> {
    return pageOf(page, pageSize, (slice) => listCompetencies({ search, categoryId }, slice));
  }

  /**
   * Returns all competencies as id, name and code, for dropdowns.
   * @summary List competency options
   */
  @Get('options')
  public async competencyOptions(): Promise<CodedOption[]> {
    return competencyOptions();
  }

  /**
   * Returns one competency.
   * @summary Get a competency
   */
  @Get('{id}')
  public async getCompetency(@Path() id: string): Promise<CompetencyView> {
    return this.tagged(await getCompetency(id));
  }

  /**
   * Creates a competency with up to five described levels, 1 to 5. You can choose the id. The code is unique.
   * @summary Create a competency
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the code is taken')
  public async createCompetency(@Body() body: CreateCompetency): Promise<CompetencyView> {
    return this.created(PATH, await getCompetency(await createCompetency(body)));
  }

  /**
   * Imports competencies from a CSV file of at most 2 MB. Columns, in any order: name (required), code, description,
   * category, level1 to level5 (a label and a description with a bar between them: `Solid | Plans several weeks ahead.`). Each
   * row is created, skipped (its code, or without a code its name, already exists in the organization or in an earlier row) or
   * an error. Categories are matched by name. An unknown category is a warning, and the competency is
   * created without it. Importing the same file again creates only missing competencies.
   *
   * Returns the result, or 202 with the job when the import takes longer than about 25 seconds or the request contains
   * `Prefer: respond-async`. The job then holds the result.
   * @summary Import competencies
   * @param dryRun true: checks the file and returns what an import would do, without importing it
   */
  @Post('import-csv')
  @Response<JobView>(202, 'The import continues in the job that Location names')
  @Response<UnreadableFile>(400, 'VALIDATION: not a CSV file, or required columns are missing')
  public async importCompetencies(
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() dryRun: boolean = false,
  ): Promise<ImportResult> {
    return answerImport(request, await startCompetencyImport(uploadOf(file), dryRun));
  }

  /**
   * Updates a competency. Omitted fields keep their values, null clears a field, and levels are replaced as a whole.
   * @summary Update a competency
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: the code is taken, or changed concurrently by another user')
  public async updateCompetency(
    @Path() id: string,
    @Body() body: UpdateCompetency,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CompetencyView> {
    await updateCompetency(id, body, expectedRevision(ifMatch));
    return this.tagged(await getCompetency(id));
  }

  /**
   * Deletes a competency that no current job profile and no evaluation template references.
   * @summary Delete a competency
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: a profile or a template references it; the message names it')
  public async deleteCompetency(@Path() id: string): Promise<void> {
    await deleteCompetency(id);
    this.setStatus(204);
  }
}
