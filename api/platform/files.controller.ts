import type { Readable } from 'node:stream';
import {
  Delete,
  FormField,
  Get,
  Path,
  Post,
  Produces,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
  UploadedFile,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { ResourceController } from '../http/resource';
import { downloadHeaders, sendStream } from '../http/send-stream';
import { uploadOf } from '../http/upload';
import { type FileView, toFileView } from './files.dto';
import { openVisibleFile, visibleFile } from './files.queries';
import { deleteUnusedFile, storeUpload } from './files.service';

const PATH = '/api/files';

@Route('api/files')
@Tags('Files')
@Security('jwt', ['files:use'])
export class FilesController extends ResourceController {
  /**
   * Stores a file. Evidence for a development plan is PDF, PNG, JPEG, WebP, Word, Excel or PowerPoint without macros,
   * or UTF-8 text (.txt, .csv), determined by its content, at most 10 MB. A Photo is a JPEG, PNG, WebP or GIF of at
   * most 5 MB, which is re-encoded as WebP of at most 512 × 512. Only its creator and HR can see the file, and once it
   * is attached to a plan also everyone who can see the plan.
   * @summary Upload a file
   * @param file the file
   * @param purpose Evidence or Photo
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION: no file, an empty one, or of another type')
  public async uploadFile(
    @UploadedFile() file?: Express.Multer.File,
    @FormField() purpose: string = 'Evidence',
  ): Promise<FileView> {
    return this.created(PATH, toFileView(await storeUpload(uploadOf(file), purpose)));
  }

  /**
   * Returns the metadata of a file.
   * @summary Get the metadata of a file
   */
  @Get('{id}')
  public async getFile(@Path() id: string): Promise<FileView> {
    return this.tagged(toFileView(await visibleFile(id)));
  }

  /**
   * Returns the contents of a file, as an attachment that browsers do not open in this service's origin.
   * @summary Download a file
   */
  @Get('{id}/download')
  @Produces('application/octet-stream')
  public async downloadFile(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    const { file, bytes } = await openVisibleFile(id);
    return sendStream(request, bytes, downloadHeaders(file));
  }

  /**
   * Deletes one of your files. HR can delete any file.
   * @summary Delete a file
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: it is in use')
  public async deleteFile(@Path() id: string): Promise<void> {
    await deleteUnusedFile(id);
    this.setStatus(204);
  }
}
