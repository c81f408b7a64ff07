import type { Readable } from 'node:stream';
import {
  Body,
  Delete,
  Get,
  Header,
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
  UploadedFile,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { actor } from '../../../shared/kernel/context';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import { sendImage } from '../../http/send-image';
import type { PageNumber, PageSize } from '../../http/types';
import { uploadOf } from '../../http/upload';
import type { SessionView } from '../sign-in/sessions.dto';
import { listSessions } from '../sign-in/sessions.queries';
import { openMyAvatar, removeMyAvatar, replaceMyAvatar } from './my-avatar.service';
import type { ChangePassword, ProfileView, UpdateProfile } from './my-profile.dto';
import { getMyProfile } from './my-profile.queries';
import { changePassword, revokeMySession, updateMyProfile } from './my-profile.service';

@Route('api/my-profile')
@Tags('My profile')
@Security('jwt', ['profile:use'])
export class MyProfileController extends ResourceController {
  /**
   * Returns your account. Also allowed with a temporary password.
   * @summary Get my profile
   */
  @Get()
  @Security('jwt', ['profile:enter'])
  public async getMyProfile(): Promise<ProfileView> {
    return this.tagged(await getMyProfile());
  }

  /**
   * Updates your name and language, and which emails you get. Omitted fields keep their values; a locale of null uses the organization's. Only a
   * TenantAdmin can change your email.
   * @summary Update my profile
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put()
  @Response<ErrorBody>(409, 'CONFLICT: changed concurrently by another user')
  public async updateMyProfile(
    @Body() body: UpdateProfile,
    @Header('If-Match') ifMatch?: string,
  ): Promise<ProfileView> {
    await updateMyProfile(body, expectedRevision(ifMatch));
    return this.tagged(await getMyProfile());
  }

  /**
   * Stores your avatar and replaces the previous one: JPEG, PNG, WebP or the first frame of a GIF, at most 5 MB and 50
   * million pixels. The image is re-encoded as WebP, at most 512 × 512, upright and without metadata.
   * @summary Upload your avatar
   */
  @Post('avatar')
  @Response<ErrorBody>(400, 'VALIDATION: not an image of these formats')
  public async uploadMyAvatar(@UploadedFile() file: Express.Multer.File): Promise<ProfileView> {
    await replaceMyAvatar(uploadOf(file));
    return this.tagged(await getMyProfile());
  }

  /**
   * Returns your avatar.
   * @summary Download my avatar
   * @param ifNoneMatch the ETag of the avatar that you have; 304 when it is still the one
   */
  @Get('avatar')
  @Produces('image/webp')
  @Response(304, 'You have this avatar already')
  @Response<ErrorBody>(404, 'NOT_FOUND: no avatar')
  public async readMyAvatar(
    @Request() request: HttpRequest,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<Readable> {
    return sendImage(request, await openMyAvatar(), ifNoneMatch);
  }

  /**
   * Deletes your avatar.
   * @summary Delete your avatar
   */
  @Delete('avatar')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND: no avatar')
  public async deleteMyAvatar(): Promise<void> {
    await removeMyAvatar();
    this.setStatus(204);
  }

  /**
   * Changes your password and ends all your other sessions. The password has 8 (your organization may require more) to
   * 128 characters; common passwords are refused. A wrong current password counts towards the sign-in lockout.
   * @summary Change your password
   */
  @Post('change-password')
  @Security('jwt', ['password:change'])
  public async changePassword(@Body() body: ChangePassword): Promise<ProfileView> {
    await changePassword(body);
    return this.tagged(await getMyProfile());
  }

  /**
   * Returns your live sessions, newest first.
   * @summary List your sessions
   */
  @Get('sessions')
  public async listMySessions(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<SessionView>> {
    return pageOf(page, pageSize, (slice) => listSessions(actor().userId, slice));
  }

  /**
   * Ends one of your sessions.
   * @summary End one of my sessions
   */
  @Delete('sessions/{id}')
  @SuccessResponse(204, 'Ended')
  public async endMySession(@Path() id: string): Promise<void> {
    await revokeMySession(id);
    this.setStatus(204);
  }
}
