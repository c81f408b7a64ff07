import { Body, Controller, NoSecurity, Post, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import type { ErrorBody } from '../../http/errors';
import type { ForgotPassword, ResetPassword } from './password-reset.dto';
import { requestPasswordLink, resetPassword } from './password-reset.service';
import { namedScope } from './tenant-host';

@Route('api/auth')
@Tags('Auth')
@NoSecurity()
export class PasswordResetController extends Controller {
  /**
   * Emails a password reset link if an active account has the address; the response is the same if none has. The link is valid
   * for one hour and one use, a newer one replaces it, and an account gets at most one in 10 minutes. `tenantSlug`, the header
   * `X-Tenant` or the host names the organization; without one the account is searched on the platform.
   * @summary Request a password reset link
   */
  @Post('forgot-password')
  @SuccessResponse(202, 'Accepted')
  public async forgotPassword(@Body() body: ForgotPassword, @Request() request: HttpRequest): Promise<void> {
    const scope = await namedScope(request, body.tenantSlug);
    await requestPasswordLink(scope === 'platform' ? PLATFORM_SCOPE : (scope?._id ?? newId()), body.email);
    this.setStatus(202);
  }

  /**
   * Sets a new password with the token of an emailed link, and ends all sessions of the account. The organization's
   * password rules apply. Two-factor authentication and a lockout are kept.
   * @summary Reset the password with a link
   */
  @Post('reset-password')
  @SuccessResponse(204, 'The new password is in force')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async resetPassword(@Body() body: ResetPassword): Promise<void> {
    await resetPassword(body);
    this.setStatus(204);
  }
}
