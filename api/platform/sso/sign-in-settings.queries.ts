import { pickRow } from '../../../shared/db/pick';
import { tenantId } from '../../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { validateIssuer } from '../../../shared/platform/sso/issuer.rules';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { discover, UnusableProvider } from './provider';
import { allowsLoopback } from './provider-fetch';
import { type SignInSettingsView, type TestedProviderView, toSignInSettingsView } from './sign-in-settings.dto';
import { storedSignInSettings } from './sign-in-settings.store';
import { callbackAddress, signedOutAddress } from './sso-addresses';
import { failureCodes } from './sso-failure';

/** Returns how users of the context's organization sign in. */
export async function getSignInSettings(): Promise<SignInSettingsView> {
  const [row, tenant] = [await storedSignInSettings(), await pickRow(TenantModel.findById(tenantId()), 'slug')];
  if (!tenant) throw notFound();
  const { slug } = tenant;
  return toSignInSettingsView(row, { redirectUri: callbackAddress(slug), signedOutUri: signedOutAddress(slug) });
}

/**
 * Reads the discovery document of a provider and returns its contents. Throws VALIDATION for an address that is not
 * allowed, and CONFLICT with a reason that repeats nothing of the response.
 */
export async function testProvider(issuer: string): Promise<TestedProviderView> {
  const problem = validateIssuer(issuer, allowsLoopback());
  if (problem !== null) throw invalid({ field: 'issuer', message: problem });
  try {
    const metadata = (await discover(issuer, { id: 'test', secret: 'test' })).serverMetadata();
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? '',
      tokenEndpoint: metadata.token_endpoint ?? '',
      userinfoEndpoint: metadata.userinfo_endpoint ?? null,
      endSessionEndpoint: metadata.end_session_endpoint ?? null,
      supportsPkce: metadata.supportsPKCE(),
    };
  } catch (error) {
    throw conflict(`The provider cannot be used: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnusableProvider) return error.message;
  const codes = failureCodes(error).join(' ');
  const found = REASONS.find(([pattern]) => pattern.test(codes));
  return found?.[1] ?? 'it does not answer with an OpenID Connect discovery document';
}

const REASONS: readonly [RegExp, string][] = [
  [/PRIVATE_ADDRESS/, 'its address is not public'],
  [/TIMEOUT|ABORT/i, 'it does not answer in time'],
  [/CERT|SIGNED|TLS|SSL|ALTNAME/, 'its TLS certificate is not valid'],
  [/ENOTFOUND|EAI_AGAIN/, 'its host name is unknown'],
  [/ECONN|UND_ERR|EHOST|ENET/, 'it does not answer'],
  [/ATTRIBUTE_COMPARISON/, 'it names another issuer'],
];
