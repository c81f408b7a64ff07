import type { Readable } from 'node:stream';
import {
  Get,
  Path,
  Post,
  Produces,
  Query,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import { downloadHeaders, sendStream } from '../http/send-stream';
import type { PageNumber, PageSize } from '../http/types';
import { findOwnDownload, getOwnRequest, listOwnRequests } from './my-personal-data.queries';
import type { PrivacyRequestView } from './privacy-requests.dto';
import { openRequestFile, requestOwnData } from './privacy-requests.service';

const PATH = '/api/my-profile/personal-data';

@Route('api/my-profile/personal-data')
@Tags('My profile')
@Security('jwt', ['profile:use'])
export class MyPersonalDataController extends ResourceController {
  /**
   * Requests a copy of all data that is stored about you. A TenantAdmin completes the request within a month.
   * @summary Create a request for my personal data
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: a request of yours is open')
  public async requestMyPersonalData(): Promise<PrivacyRequestView> {
    return this.created(PATH, await getOwnRequest(await requestOwnData()));
  }

  /**
   * Returns your requests for a copy of your data, the newest first.
   * @summary List my requests for personal data
   */
  @Get()
  public async listMyPersonalData(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<PrivacyRequestView>> {
    return pageOf(page, pageSize, (slice) => listOwnRequests(slice));
  }

  /**
   * Returns the ZIP of a completed request of yours, for 30 days.
   * @summary Download my personal data
   */
  @Get('{id}/file')
  @Produces('application/zip')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such request of yours, or it has no file')
  public async downloadMyPersonalData(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    const { file, bytes } = await openRequestFile(await findOwnDownload(id));
    return sendStream(request, bytes, downloadHeaders(file));
  }
}
