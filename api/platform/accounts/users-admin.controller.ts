import {
  Body,
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
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { BulkResult } from '../../http/bulk';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize, Search } from '../../http/types';
import { answerResult } from '../jobs/job-answer';
import type { JobView } from '../jobs/jobs.dto';
import type { SessionView } from '../sign-in/sessions.dto';
import { listSessions } from '../sign-in/sessions.queries';
import type { AccessView } from './access.dto';
import type { CreateUser, RevokedSessions, UpdateUser, UserView } from './users-admin.dto';
import { getUser, listUsers } from './users-admin.queries';
import {
  createUser,
  resetUserPassword,
  resetUserTwoFactor,
  revokeAllSessions,
  unlinkSso,
  unlockUser,
  updateUser,
} from './users-admin.service';
import type { ChangeUsers } from './users-bulk.dto';
import { changeUsers } from './users-bulk.service';

const PATH = '/api/users-admin';

@Route('api/users-admin')
@Tags('Users admin')
@Security('jwt', ['users:manage'])
export class UsersAdminController extends ResourceController {
  /**
   * Returns the accounts of the organization by name. A SystemAdmin without `X-Tenant` gets the accounts of the
   * platform; all operations of this group then act on those.
   * @summary List users
   * @param search part of the name or email address
   * @param role only accounts with this role: SystemAdmin, TenantAdmin, HRManager or User
   * @param isActive only accounts that are active, or only those that are not
   */
  @Get()
  public async listUsers(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() role?: string,
    @Query() isActive?: boolean,
  ): Promise<Page<UserView>> {
    return pageOf(page, pageSize, (slice) => listUsers({ search, role, isActive }, slice));
  }

  /**
   * Returns one account.
   * @summary Get a user
   */
  @Get('{id}')
  public async getUser(@Path() id: string): Promise<UserView> {
    return this.tagged(await getUser(id));
  }

  /**
   * Creates an account, linked to the employee with the same email address unless you send `employeeId`. Without
   * `password` the user is invited by email with a temporary one. SystemAdmin is a role of platform accounts only:
   * those are SystemAdmin unless you send `roles`, and have no other role than `User`.
   * @summary Create a user
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id, the email address or the employee is taken')
  public async createUser(@Body() body: CreateUser): Promise<UserView> {
    return this.created(PATH, await getUser(await createUser(body)));
  }

  /**
   * Applies an action to up to 200 accounts: `activate`, `deactivate`, `unlock`, `reset-password`, `reset-two-factor`,
   * `revoke-all-sessions`, or `roles`, which sets those in `values`. Each account changes by the rules of the single operation,
   * all in one transaction. `refused` lists those that do not change, with the reason. `dryRun` stores no change.
   * @summary Change several users
   */
  @Post('bulk')
  public async changeUsers(@Body() body: ChangeUsers): Promise<BulkResult> {
    return changeUsers(body);
  }

  /**
   * Updates an account. Omitted fields keep their values. Changes of roles and activity affect issued tokens within a
   * second; deactivating ends all sessions. The last active TenantAdmin (on the platform: SystemAdmin) cannot be
   * deactivated or lose the role. Neither can the last TenantAdmin with `mayUsePassword` and two-factor authentication
   * while the organization requires its identity provider.
   * @summary Update a user
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: taken, or the last administrator')
  public async updateUser(
    @Path() id: string,
    @Body() body: UpdateUser,
    @Header('If-Match') ifMatch?: string,
  ): Promise<UserView> {
    await updateUser(id, body, expectedRevision(ifMatch));
    return this.tagged(await getUser(id));
  }

  /**
   * Ends all sessions of the user and emails a temporary password, which is valid for 72 hours, replaces the current
   * one and must be changed at the first sign-in. Also ends a lockout; two-factor authentication is kept.
   *
   * Returns once the email is sent, or 202 with the job if that takes longer than about 25 seconds or the request
   * contains `Prefer: respond-async`.
   * @summary Reset the password of a user
   */
  @Post('{id}/reset-password')
  @Response<JobView>(202, 'The mail is on its way; its job is at Location')
  @Response<ErrorBody>(409, 'CONFLICT: the account is not active, or the mail is refused')
  public async resetUserPassword(@Path() id: string, @Request() request: HttpRequest): Promise<AccessView> {
    return answerResult(request, await resetUserPassword(id));
  }

  /**
   * Disables two-factor authentication for a user who lost their device: the password alone is then enough, until the
   * user sets it up again. Has no effect while it is disabled.
   * @summary Reset two-factor authentication of a user
   */
  @Post('{id}/reset-two-factor')
  @Response<ErrorBody>(409, 'CONFLICT: the last TenantAdmin who may use a password')
  public async resetUserTwoFactor(@Path() id: string): Promise<UserView> {
    await resetUserTwoFactor(id);
    return this.tagged(await getUser(id));
  }

  /**
   * Unlinks the account from its identity at the identity provider and ends the sessions that were opened there. The
   * next sign-in at the provider links the account again by email.
   * @summary Remove the link of a user to the identity provider
   */
  @Post('{id}/unlink-sso')
  public async unlinkSso(@Path() id: string): Promise<UserView> {
    await unlinkSso(id);
    return this.tagged(await getUser(id));
  }

  /**
   * Allows the user to sign in again.
   * @summary Activate a user
   */
  @Post('{id}/activate')
  public async activateUser(@Path() id: string): Promise<UserView> {
    await updateUser(id, { isActive: true });
    return this.tagged(await getUser(id));
  }

  /**
   * Ends all sessions of the user and refuses new ones.
   * @summary Deactivate a user
   */
  @Post('{id}/deactivate')
  @Response<ErrorBody>(409, 'CONFLICT: the last administrator')
  public async deactivateUser(@Path() id: string): Promise<UserView> {
    await updateUser(id, { isActive: false });
    return this.tagged(await getUser(id));
  }

  /**
   * Ends the lockout after five failed sign-ins.
   * @summary Unlock a user
   */
  @Post('{id}/unlock')
  public async unlockUser(@Path() id: string): Promise<UserView> {
    await unlockUser(id);
    return this.tagged(await getUser(id));
  }

  /**
   * Returns the live sessions of the user, newest first.
   * @summary List the sessions of a user
   */
  @Get('{id}/sessions')
  public async listUserSessions(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<SessionView>> {
    const user = await getUser(id);
    return pageOf(page, pageSize, (slice) => listSessions(user.id, slice));
  }

  /**
   * Ends all sessions of the user; their tokens are refused within a second.
   * @summary Revoke all sessions of a user
   */
  @Post('{id}/revoke-all-sessions')
  public async revokeAllSessions(@Path() id: string): Promise<RevokedSessions> {
    return { revoked: await revokeAllSessions(id) };
  }
}
