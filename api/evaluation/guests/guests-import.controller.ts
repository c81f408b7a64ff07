import { Path, Post, Query, Request, Response, Route, Security, Tags, UploadedFile } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ImportResult } from '../../../shared/jobs/import-result';
import type { ErrorBody, UnreadableFile } from '../../http/errors';
import { ResourceController } from '../../http/resource';
import { uploadOf } from '../../http/upload';
import { answerImport } from '../../platform/jobs/job-answer';
import type { JobView } from '../../platform/jobs/jobs.dto';
import { startGuestImport } from './guests-import.service';

@Route('api/evaluation-cycles')
@Tags('Guests')
@Security('jwt', ['peers:manage'])
export class GuestsImportController extends ResourceController {
  /**
   * Adds guests from a CSV file of at most 2 MB with the columns `subject` (email, employee code or full name of a subject of the
   * cycle), `name` and `email`. Each guest of the file gets one email while the cycle takes answers. A guest who evaluates the
   * subject already is `skipped`. Returns 202 with the job if it takes long. With `dryRun` it stores nothing.
   * @summary Import guests
   */
  @Post('{id}/guests/import-csv')
  @Response<JobView>(202, 'The import continues in the job that Location names')
  @Response<UnreadableFile>(400, 'VALIDATION: not a CSV file, or required columns are missing')
  @Response<ErrorBody>(409, 'CONFLICT: no guests are allowed, or the cycle is Closed or Archived')
  public async importGuests(
    @Path() id: string,
    @Request() request: HttpRequest,
    @UploadedFile() file: Express.Multer.File,
    @Query() dryRun: boolean = false,
  ): Promise<ImportResult> {
    return answerImport(request, await startGuestImport(id, uploadOf(file), dryRun));
  }
}
