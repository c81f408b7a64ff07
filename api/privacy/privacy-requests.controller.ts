import type { Readable } from 'node:stream';
import {
  Body,
  Get,
  Path,
  Post,
  Produces,
  Put,
  Query,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody, StateConflict } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import { downloadHeaders, sendStream } from '../http/send-stream';
import type { Id, PageNumber, PageSize } from '../http/types';
import { succeeded } from '../platform/jobs/job-answer';
import type { JobView } from '../platform/jobs/jobs.dto';
import type {
  CompletePrivacyRequest,
  CreatePrivacyRequest,
  DecideComment,
  DecideMention,
  ErasurePreview,
  PrivacyCommentView,
  PrivacyMentionView,
  PrivacyRequestView,
  UndecidedTexts,
  ReasonBody,
} from './privacy-requests.dto';
import {
  findDownload,
  getPrivacyRequest,
  listComments,
  listMentions,
  listPrivacyRequests,
  previewErasure,
} from './privacy-requests.queries';
import {
  cancelPrivacyRequest,
  completePrivacyRequest,
  createPrivacyRequest,
  decideComment,
  decideMention,
  extendPrivacyRequest,
  openRequestFile,
} from './privacy-requests.service';

const PATH = '/api/privacy-requests';

@Route('api/privacy-requests')
@Tags('Privacy requests')
@Security('jwt', ['privacy:manage'])
export class PrivacyRequestsController extends ResourceController {
  /**
   * Returns requests for access to personal data and its erasure, the newest first.
   * @summary List privacy requests
   * @param kind Access or Erasure, or its number 0 to 1
   * @param status Collecting, Review, Completing, Completed or Cancelled, or its number 0 to 4
   * @param employeeId Only requests about this employee
   */
  @Get()
  public async listPrivacyRequests(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() kind?: string,
    @Query() status?: string,
    @Query() employeeId?: Id,
  ): Promise<Page<PrivacyRequestView>> {
    return pageOf(page, pageSize, (slice) => listPrivacyRequests({ kind, status, employeeId }, slice));
  }

  /**
   * Returns one request.
   * @summary Get a privacy request
   */
  @Get('{id}')
  public async getPrivacyRequest(@Path() id: string): Promise<PrivacyRequestView> {
    return this.tagged(await getPrivacyRequest(id));
  }

  /**
   * Creates a request. A job collects the texts to decide on, then the status is Review. Only the data of an employee
   * who has left, and has no legal hold, can be erased. Of a guest a copy can be requested.
   * @summary Create a privacy request
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(
    409,
    'CONFLICT: one of this kind is open for the person, or the person has not left, is back, under a hold or erased',
  )
  public async createPrivacyRequest(@Body() body: CreatePrivacyRequest): Promise<PrivacyRequestView> {
    return this.created(PATH, await getPrivacyRequest(await createPrivacyRequest(body)));
  }

  /**
   * Moves the due date by two months, once.
   * @summary Update the due date of a privacy request
   */
  @Post('{id}/extend')
  @Response<StateConflict>(409, 'CONFLICT: it was extended before, or is not open')
  public async extendPrivacyRequest(@Path() id: string, @Body() body: ReasonBody): Promise<PrivacyRequestView> {
    await extendPrivacyRequest(id, body.reason);
    return this.tagged(await getPrivacyRequest(id));
  }

  /**
   * Cancels a request that is not being completed.
   * @summary Cancel a privacy request
   */
  @Post('{id}/cancel')
  @Response<StateConflict>(409, 'CONFLICT: it is not open, or is being completed')
  public async cancelPrivacyRequest(@Path() id: string, @Body() body: ReasonBody): Promise<PrivacyRequestView> {
    await cancelPrivacyRequest(id, body.reason);
    return this.tagged(await getPrivacyRequest(id));
  }

  /**
   * Completes a request in Review: writes the file of an access request, or erases the person. The latter cannot be
   * undone and requires the full name of the person in `confirm`.
   *
   * Returns the request once it is completed, or 202 with the job if that takes longer than about 25 seconds or the
   * request contains `Prefer: respond-async`.
   * @summary Complete a privacy request
   */
  @Post('{id}/complete')
  @Response<JobView>(202, 'The job continues; see Location')
  @Response<ErrorBody>(400, 'VALIDATION: `confirm` is not the full name')
  @Response<UndecidedTexts>(409, 'CONFLICT: not in Review, texts are undecided, or the person may not be erased')
  public async completePrivacyRequest(
    @Path() id: string,
    @Request() request: HttpRequest,
    @Body() body: CompletePrivacyRequest,
  ): Promise<PrivacyRequestView> {
    await succeeded(request, await completePrivacyRequest(id, body));
    return this.tagged(await getPrivacyRequest(id));
  }

  /**
   * Returns the ZIP that answers an access request, for 30 days. Each download is recorded in the audit log.
   * @summary Download the file of a privacy request
   */
  @Get('{id}/file')
  @Produces('application/zip')
  @Response<ErrorBody>(404, 'NOT_FOUND: no such request, or it has no file')
  public async downloadPrivacyFile(@Path() id: string, @Request() request: HttpRequest): Promise<Readable> {
    const { file, bytes } = await openRequestFile(await findDownload(id));
    return sendStream(request, bytes, downloadHeaders(file));
  }

  /**
   * Returns the comments that others wrote about the person. Decide which of them the access file shows.
   * @summary List comments of an access request
   */
  @Get('{id}/comments')
  @Response<StateConflict>(409, 'CONFLICT: an erasure request, or the data is still being collected')
  public async listPrivacyComments(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<PrivacyCommentView>> {
    return pageOf(page, pageSize, (slice) => listComments(id, slice));
  }

  /**
   * Sets whether the access file shows a comment. Withholding requires a reason, which the file shows.
   * @summary Set the decision on a comment
   */
  @Put('{id}/comments/{commentId}')
  @SuccessResponse(204, 'Decided')
  @Response<StateConflict>(409, 'CONFLICT: the request is not in Review')
  public async decidePrivacyComment(
    @Path() id: string,
    @Path() commentId: string,
    @Body() body: DecideComment,
  ): Promise<void> {
    await decideComment(id, commentId, body);
    this.setStatus(204);
  }

  /**
   * Returns what an erasure would delete, empty and keep, as numbers of rows.
   * @summary Get the preview of an erasure
   */
  @Get('{id}/preview')
  @Response<StateConflict>(409, 'CONFLICT: an access request, or the data is still being collected')
  public async previewErasure(@Path() id: string): Promise<ErasurePreview> {
    return previewErasure(id);
  }

  /**
   * Returns others' texts that mention the person by full name, last name, email or code. Decide which of them are redacted.
   * @summary List mentions of an erasure request
   */
  @Get('{id}/mentions')
  @Response<StateConflict>(409, 'CONFLICT: an access request, or the data is still being collected')
  public async listPrivacyMentions(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<PrivacyMentionView>> {
    return pageOf(page, pageSize, (slice) => listMentions(id, slice));
  }

  /**
   * Sets whether a text that mentions the person is redacted or kept. A text file cannot be redacted and is deleted instead.
   * @summary Set the decision on a mention
   */
  @Put('{id}/mentions/{mentionId}')
  @SuccessResponse(204, 'Decided')
  @Response<StateConflict>(409, 'CONFLICT: the request is not in Review')
  public async decidePrivacyMention(
    @Path() id: string,
    @Path() mentionId: string,
    @Body() body: DecideMention,
  ): Promise<void> {
    await decideMention(id, mentionId, body);
    this.setStatus(204);
  }
}
