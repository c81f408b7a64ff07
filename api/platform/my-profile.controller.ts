import { Body, Delete, Get, Path, Post, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { actor } from '../../shared/kernel/context';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import type { ChangePassword, ProfileView } from './my-profile.dto';
import { getMyProfile } from './my-profile.queries';
import { changePassword, revokeMySession } from './my-profile.service';
import type { SessionView } from './sessions.dto';
import { listSessions } from './sessions.queries';

@Route('api/my-profile')
@Tags('My profile')
@Security('jwt', ['profile:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response<ErrorBody>(403, 'PASSWORD_CHANGE_REQUIRED')
export class MyProfileController extends ResourceController {
  /**
   * The caller's own account. It may be read with a temporary password too.
   * @summary Read the own profile
   */
  @Get()
  @Security('jwt', ['profile:enter'])
  public async getMyProfile(): Promise<ProfileView> {
    return this.tagged(await getMyProfile());
  }

  /**
   * Changes the own password and ends all other sessions. 8 characters (the organization may ask for more) to 128, no
   * rules of composition; common passwords are refused. A wrong current password counts towards the lock of sign-in.
   * @summary Change the own password
   */
  @Post('change-password')
  @Security('jwt', ['profile:enter'])
  @Response<ErrorBody>(400, 'VALIDATION')
  public async changePassword(@Body() body: ChangePassword): Promise<ProfileView> {
    await changePassword(body);
    return this.tagged(await getMyProfile());
  }

  /**
   * The caller's live sessions, the newest first.
   * @summary List the own sessions
   */
  @Get('sessions')
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listMySessions(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<SessionView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listSessions(actor().userId, request);
    return toPage(items, totalCount, request);
  }

  /**
   * Ends one of the caller's sessions.
   * @summary End an own session
   */
  @Delete('sessions/{id}')
  @SuccessResponse(204, 'Ended')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async endMySession(@Path() id: string): Promise<void> {
    await revokeMySession(id);
    this.setStatus(204);
  }
}
