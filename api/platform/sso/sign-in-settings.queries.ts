import { pickRow } from '../../../shared/db/pick';
import { tenantId } from '../../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { type PlainCode, refusal } from '../../../shared/kernel/refusals/refusal';
import { allowsLoopback } from '../../../shared/platform/public-fetch';
import { validateIssuer } from '../../../shared/platform/sso/issuer.rules';
import { storedSignInSettings } from '../../../shared/platform/sso/sso-provider.store';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { discover, UnusableProvider } from './provider';
import { type SignInSettingsView, type TestedProviderView, toSignInSettingsView } from './sign-in-settings.dto';
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
  if (problem !== null) throw invalid({ field: 'issuer', ...problem });
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
    throw conflict(refusal(reasonOf(error)));
  }
}

function reasonOf(error: unknown): PlainCode {
  if (error instanceof UnusableProvider) return error.why;
  const codes = failureCodes(error).join(' ');
  const found = REASONS.find(([pattern]) => pattern.test(codes));
  return found?.[1] ?? 'PROVIDER_NOT_OPENID_CONNECT';
}

const REASONS: readonly [RegExp, PlainCode][] = [
  [/PRIVATE_ADDRESS/, 'PROVIDER_ADDRESS_NOT_PUBLIC'],
  [/TIMEOUT|ABORT/i, 'PROVIDER_TOO_SLOW'],
  [/CERT|SIGNED|TLS|SSL|ALTNAME/, 'PROVIDER_CERTIFICATE_NOT_VALID'],
  [/ENOTFOUND|EAI_AGAIN/, 'PROVIDER_HOST_UNKNOWN'],
  [/ECONN|UND_ERR|EHOST|ENET/, 'PROVIDER_DOES_NOT_ANSWER'],
  [/ATTRIBUTE_COMPARISON/, 'PROVIDER_NAMES_ANOTHER_ISSUER'],
];
