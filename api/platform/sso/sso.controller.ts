import { Controller, Get, NoSecurity, Query, Request, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { deviceToken, signInCookies } from '../sign-in/device-cookie';
import { hostTenant } from '../sign-in/tenant-host';
import { failurePath } from './sso-addresses';
import { attemptCookie, attemptToken, endedAttemptCookie } from './sso-cookie';
import { SsoFailure } from './sso-failure';
import { finishSso, startSso } from './sso.service';

@Route('api/auth/sso')
@Tags('Auth')
@NoSecurity()
export class SsoController extends Controller {
  /**
   * Redirects the browser to the identity provider of the organization whose host is called (OpenID Connect, authorization
   * code with PKCE). A failure redirects to `/sign-in?error=sso-failed`.
   * @summary Sign in with the identity provider
   * @param next Page of the console to show afterwards: a path. Anything else shows the home page.
   */
  @Get('start')
  @SuccessResponse(302, 'To the identity provider, or to the sign-in page')
  public async startSso(@Request() request: HttpRequest, @Query() next?: string): Promise<void> {
    return this.redirected(async () => {
      const { location, browserToken } = await startSso(await hostTenant(request), next);
      this.setHeader('Set-Cookie', attemptCookie(request, browserToken));
      return location;
    });
  }

  /**
   * Receives the browser from the identity provider, sets the session cookie and redirects to the requested page. A failure
   * redirects to `/sign-in` with `error`: `sso-denied` (cancelled at the provider), `sso-failed`, `sso-no-account`,
   * `sso-email-unverified`, or `sso-expired` (after ten minutes, in another browser, or a second time).
   * @summary Complete the sign-in with the identity provider
   */
  @Get('callback')
  @SuccessResponse(302, 'To the console, or to the sign-in page')
  public async finishSso(@Request() request: HttpRequest): Promise<void> {
    return this.redirected(async () => {
      this.setHeader('Set-Cookie', endedAttemptCookie(request));
      const { search } = new URL(request.originalUrl, 'http://localhost');
      const callback = { query: search, browserToken: attemptToken(request), deviceToken: deviceToken(request) };
      const { signedIn, next } = await finishSso(await hostTenant(request), callback);
      this.setHeader('Set-Cookie', [endedAttemptCookie(request), ...signInCookies(request, signedIn)]);
      return next;
    });
  }

  private async redirected(step: () => Promise<string>): Promise<void> {
    this.setStatus(302);
    try {
      this.setHeader('Location', await step());
    } catch (error) {
      if (!(error instanceof SsoFailure)) throw error;
      this.setHeader('Location', failurePath(error.reason, error.next));
    }
  }
}
