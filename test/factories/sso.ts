import { encrypt } from '../../shared/kernel/encryption';
import {
  clientSecretPurpose,
  SignInSettingsModel,
  type SsoProvider,
} from '../../shared/platform/sso/sign-in-settings.model';
import type { TestProvider } from '../support/oidc-provider';
import type { TestTenant } from './tenant';

export const CLIENT_SECRET = 'a-client-secret-of-the-test';

/** Registers the organization, whose pages begin with `home`, at the provider. */
export async function registerAt(provider: TestProvider, { slug }: TestTenant, home: string): Promise<void> {
  await provider.set({
    clients: [
      {
        client_id: slug,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${home}/api/auth/sso/callback`],
        post_logout_redirect_uris: [`${home}/sign-in`],
      },
    ],
  });
}

/** Registers the organization at the provider, and the provider at the organization. */
export async function connectProvider(
  provider: TestProvider,
  tenant: TestTenant,
  sso: Partial<SsoProvider> = {},
): Promise<void> {
  await registerAt(provider, tenant, `http://${tenant.slug}.localhost:3000`);
  const sealedClientSecret = encrypt(CLIENT_SECRET, clientSecretPurpose(tenant.id));
  const own = { issuer: provider.issuer, clientId: tenant.slug, sealedClientSecret };
  const row = { ...own, emailDomains: [], trustsEmail: false, isRequired: false, ...sso };
  await tenant.within(async () => {
    await SignInSettingsModel.deleteOne({ _id: tenant.id });
    await SignInSettingsModel.create({ _id: tenant.id, sso: row });
  });
}
