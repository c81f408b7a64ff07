import type { Readable } from 'node:stream';
import { Controller, Get, Header, NoSecurity, Produces, Query, Request, Response, Route, Tags } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../../http/errors';
import { sendImage } from '../../http/send-image';
import type { SignInPageView } from './sign-in-page.dto';
import { openSignInLogo, signInOrganization, signInPage } from './sign-in-page.queries';
import { namedScope } from './tenant-host';

@Route('api/auth/organization')
@Tags('Auth')
@NoSecurity()
export class SignInPageController extends Controller {
  /**
   * Returns name, language, color, logo and single sign-on for the sign-in page, without a token. The organization is named by `slug`, the
   * header `X-Tenant` or the host, and must be Active or Trial. In all other cases the response has the platform's own
   * values, with `slug` null.
   * @summary Get the organization of a sign-in page
   * @param slug Short name of the organization. On an organization's own host only that organization can be named.
   */
  @Get()
  public async getSignInOrganization(
    @Request() request: HttpRequest,
    @Query() slug?: OrganizationSlug,
  ): Promise<SignInPageView> {
    return signInPage(await namedScope(request, slug));
  }

  /**
   * Returns the logo of the organization, which is named as for `/api/auth/organization`.
   * @summary Get the logo of a sign-in page
   * @param slug Short name of the organization. On an organization's own host only that organization can be named.
   * @param ifNoneMatch The ETag of the logo that you have. The response is 304 if the logo has not changed.
   */
  @Get('logo')
  @Produces('image/webp')
  @Response(304, 'You have the current logo')
  @Response<ErrorBody>(404, 'NOT_FOUND: there is no such organization, or it has no logo')
  public async getSignInLogo(
    @Request() request: HttpRequest,
    @Query() slug?: OrganizationSlug,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<Readable> {
    const organization = signInOrganization(await namedScope(request, slug));
    return sendImage(request, await openSignInLogo(organization), ifNoneMatch);
  }
}

/**
 * @maxLength 63 must have at most 63 characters
 * @example "acme"
 */
type OrganizationSlug = string;
