import {
  Body,
  Controller,
  NoSecurity,
  Post,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { actor } from '../../shared/kernel/context';
import type { ErrorBody } from '../http/errors';
import { findTenantBySlug, hostSlug, namedSlug, refuseForeignHost } from '../http/tenant-host';
import type { RefreshRequest, TokenRequest, TokenResponse } from './auth.dto';
import { revokeSessions } from './sessions.service';
import { refreshTokens, signInPlatform, signInTenant } from './sign-in.service';

@Route('api/auth')
@Tags('Auth')
@Security('jwt', ['profile:enter'])
export class AuthController extends Controller {
  /**
   * Signs in with e-mail and password. The organization is named by `tenantSlug`, the header `X-Tenant` or the host;
   * without one only platform accounts can sign in. Five consecutive failures lock an account for 10 minutes; a locked
   * account, an unknown e-mail and a wrong password get the same answer.
   * @summary Sign in
   */
  @Post('token')
  @NoSecurity()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(401, 'INVALID_CREDENTIALS')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  @Response<ErrorBody>(429, 'RATE_LIMITED')
  public async signIn(@Body() body: TokenRequest, @Request() request: HttpRequest): Promise<TokenResponse> {
    const slug = body.tenantSlug?.trim().toLowerCase() || namedSlug(request);
    if (!slug) return signInPlatform(body.email, body.password);
    const host = hostSlug(request);
    const tenant = host !== null && host !== slug ? null : await findTenantBySlug(slug);
    return signInTenant(tenant, body.email, body.password);
  }

  /**
   * Exchanges a refresh token for new tokens. Each works once; a spent one that is used again ends its session.
   * @summary Refresh the tokens
   */
  @Post('refresh')
  @NoSecurity()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(401, 'The token is not valid (no body), or TENANT_MISMATCH')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  @Response<ErrorBody>(429, 'RATE_LIMITED')
  public async refresh(@Body() body: RefreshRequest, @Request() request: HttpRequest): Promise<TokenResponse> {
    return refreshTokens(body.refreshToken, (tenant) => refuseForeignHost(request, tenant));
  }

  /**
   * Ends the session: its access and refresh tokens are refused from now on.
   * @summary Sign out
   */
  @Post('logout')
  @SuccessResponse(204, 'Signed out')
  @Response(401, 'The token is missing or not valid (no body)')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async logout(): Promise<void> {
    await revokeSessions({ _id: actor().sessionId });
    this.setStatus(204);
  }
}
