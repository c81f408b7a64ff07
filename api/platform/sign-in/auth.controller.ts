import {
  Body,
  Controller,
  NoSecurity,
  Post,
  Request,
  Res,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
  type TsoaResponse,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../../http/errors';
import type {
  RefreshRequest,
  SignedOut,
  SignInRefusal,
  TokenRequest,
  TokenResponse,
  TwoFactorRequest,
} from './auth.dto';
import { deviceToken, signInCookies } from './device-cookie';
import { cookieToken, endedCookie } from './session-cookie';
import { signOut } from './sessions.service';
import { finishSignIn, refreshTokens, type SignedIn, signInPlatform, signInTenant } from './sign-in.service';
import { namedScope, refuseForeignHost } from './tenant-host';

@Route('api/auth')
@Tags('Auth')
@Security('jwt', ['profile:enter'])
export class AuthController extends Controller {
  /**
   * Signs in with email and password. `tenantSlug`, the header `X-Tenant` or the host names the organization; without one only
   * platform accounts can sign in. Five consecutive failures lock an account for 10 minutes; a locked account, an unknown email
   * and a wrong password get the same response. An account with two-factor authentication also needs `twoFactorCode`: without
   * it the right password is refused with TWO_FACTOR_REQUIRED and a `challengeToken` for `/api/auth/two-factor`. With
   * `"cookie": true` the response also sets the cookie `__Host-session` (HttpOnly, Secure, SameSite=Lax; `session` on plain
   * http in development), which lasts as long as the session, and `__Host-device`, which identifies the browser at its next
   * sign-in: failures from elsewhere do not lock it out. After 20 failures of an account within an hour, from addresses that
   * never signed it in, further attempts from such addresses are refused in the same way.
   * @summary Sign in
   */
  @Post('token')
  @NoSecurity()
  @Response<SignInRefusal>(401, 'INVALID_CREDENTIALS, or TWO_FACTOR_REQUIRED with a challengeToken')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async signIn(@Body() body: TokenRequest, @Request() request: HttpRequest): Promise<TokenResponse> {
    const scope = await namedScope(request, body.tenantSlug);
    const claim = { ...body, deviceToken: deviceToken(request) };
    return this.answer(request, await (scope === 'platform' ? signInPlatform(claim) : signInTenant(scope, claim)));
  }

  /**
   * Completes a sign-in that was refused with TWO_FACTOR_REQUIRED. A code works once, and five wrong ones lock the
   * account like wrong passwords.
   * @summary Sign in with two-factor authentication
   */
  @Post('two-factor')
  @NoSecurity()
  @Response<ErrorBody>(401, 'INVALID_CREDENTIALS, TENANT_MISMATCH, or a challenge that is not valid (no body)')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async finishSignIn(@Body() body: TwoFactorRequest, @Request() request: HttpRequest): Promise<TokenResponse> {
    const claim = { ...body, deviceToken: deviceToken(request) };
    return this.answer(request, await finishSignIn(claim, (tenant) => refuseForeignHost(request, tenant)));
  }

  /**
   * Exchanges a refresh token for new tokens. Each works once; using it again ends its session.
   * @summary Refresh the tokens
   */
  @Post('refresh')
  @NoSecurity()
  @Response<ErrorBody>(401, 'The token is not valid (no body), or TENANT_MISMATCH')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async refresh(@Body() body: RefreshRequest, @Request() request: HttpRequest): Promise<TokenResponse> {
    return refreshTokens(body.refreshToken, (tenant) => refuseForeignHost(request, tenant));
  }

  /**
   * Ends the session: its access and refresh tokens and its cookie are refused from now on. For a session that was
   * opened at the identity provider, the response is 200 with the address where a browser also ends its session there.
   * @summary Sign out
   * @param signedOut Signed out; the session at the identity provider continues
   */
  @Post('logout')
  @SuccessResponse(204, 'Signed out')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async logout(
    @Request() request: HttpRequest,
    @Res() signedOut: TsoaResponse<200, SignedOut, { 'Set-Cookie'?: string }>,
  ): Promise<void> {
    const endSessionUrl = await signOut();
    const cookie = cookieToken(request) === null ? undefined : endedCookie(request);
    if (endSessionUrl !== null) {
      signedOut(200, { endSessionUrl }, cookie === undefined ? {} : { 'Set-Cookie': cookie });
      return;
    }
    if (cookie !== undefined) this.setHeader('Set-Cookie', cookie);
    this.setStatus(204);
  }

  private answer(request: HttpRequest, { tokens, ...signedIn }: SignedIn): TokenResponse {
    const cookies = signInCookies(request, signedIn);
    if (cookies.length > 0) this.setHeader('Set-Cookie', cookies);
    return tokens;
  }
}
