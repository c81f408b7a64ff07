import { Body, Get, Header, Post, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { expectedRevision, ResourceController } from '../../http/resource';
import type {
  SignInSettingsView,
  TestedProviderView,
  TestProvider,
  UpdateSignInSettings,
} from './sign-in-settings.dto';
import { getSignInSettings, testProvider } from './sign-in-settings.queries';
import { updateSignInSettings } from './sign-in-settings.service';

@Route('api/sign-in-settings')
@Tags('Sign-in settings')
@Security('jwt', ['sign-in-settings:manage'])
export class SignInSettingsController extends ResourceController {
  /**
   * Returns how users of your organization sign in, and the addresses to register at an identity provider.
   * @summary Get the sign-in settings
   */
  @Get()
  public async getSignInSettings(): Promise<SignInSettingsView> {
    return this.tagged(await getSignInSettings());
  }

  /**
   * Updates how users of your organization sign in. The identity provider needs a public `https` address. Before you
   * set `isRequired`, sign in at the provider yourself, and give at least one TenantAdmin with two-factor
   * authentication `mayUsePassword` (`PUT /api/users-admin/{id}`), who can then replace a lost provider.
   * @summary Update the sign-in settings
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put()
  @Response<ErrorBody>(409, 'CONFLICT: isRequired cannot be set yet, or another user saved at the same time')
  public async updateSignInSettings(
    @Body() body: UpdateSignInSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<SignInSettingsView> {
    await updateSignInSettings(body, expectedRevision(ifMatch));
    return this.tagged(await getSignInSettings());
  }

  /**
   * Reads the discovery document of an identity provider and returns its contents.
   * @summary Check an identity provider
   */
  @Post('test')
  @Response<ErrorBody>(409, 'CONFLICT: the provider cannot be used; the message says why')
  public async testProvider(@Body() body: TestProvider): Promise<TestedProviderView> {
    return testProvider(body.issuer);
  }
}
