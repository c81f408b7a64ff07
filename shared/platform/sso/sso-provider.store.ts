import { tenantId } from '../../kernel/context';
import { type SignInSettings, SignInSettingsModel, type SsoProvider } from './sign-in-settings.model';

/** Returns the row of the context's organization; null before the first save. */
export async function storedSignInSettings(): Promise<SignInSettings | null> {
  return SignInSettingsModel.findById(tenantId()).lean<SignInSettings>();
}

/** Returns the provider of the context's organization, or null. */
export async function ssoProvider(): Promise<SsoProvider | null> {
  return (await storedSignInSettings())?.sso ?? null;
}
