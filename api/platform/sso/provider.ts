import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import { now } from '../../../shared/kernel/clock';
import { decrypt } from '../../../shared/kernel/encryption';
import { hashToken } from '../../../shared/kernel/ids';
import type { PlainCode } from '../../../shared/kernel/refusals/refusal';
import { allowsLoopback } from '../../../shared/platform/public-fetch';
import { isLoopback, isSameIssuer } from '../../../shared/platform/sso/issuer.rules';
import { clientSecretPurpose, type SsoProvider } from '../../../shared/platform/sso/sign-in-settings.model';
import { providerFetch } from './provider-fetch';

/** Longest response time of a provider. */
const TIMEOUT_SECONDS = 5;
/** The library caches keys for 5 minutes of this, and looks an unknown one up again after a minute. */
const CACHED_MS = 10 * 60 * 1_000;
/** A provider that failed is not asked again within this: anybody may begin a sign-in, and each would wait for it. */
const FAILED_MS = 10_000;
const MAX_CACHED = 1_000;

const cached = new LRUCache<string, Promise<client.Configuration>>({ max: MAX_CACHED, ttl: CACHED_MS });

/** When the discovery of a cached provider failed, in milliseconds. */
const failures = new LRUCache<string, number>({ max: MAX_CACHED });

/** The provider does not meet the requirements of OpenID Connect. */
export class UnusableProvider extends Error {
  constructor(readonly why: PlainCode) {
    super(why);
  }
}

/**
 * Reads the discovery document of a provider. Throws UnusableProvider for one of another issuer or without what a
 * sign-in needs, PrivateAddress, and the errors of `openid-client`.
 */
export async function discover(
  issuer: string,
  { id, secret }: { id: string; secret: string },
): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  // `providerFetch` decides which addresses may be requested without TLS.
  if (allowsLoopback()) execute.push(client.allowInsecureRequests);
  const found = await client.discovery(new URL(issuer), id, undefined, secretAuthentication(secret), {
    algorithm: 'oidc',
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: providerFetch,
    execute,
  });
  const metadata = found.serverMetadata();
  // The library accepts templates such as `{tenantid}`, by which users of any organization could sign in.
  if (!isSameIssuer(metadata.issuer, issuer)) throw new UnusableProvider('PROVIDER_NAMES_ANOTHER_ISSUER');
  if (!metadata.token_endpoint || !metadata.jwks_uri) throw new UnusableProvider('PROVIDER_LACKS_ENDPOINT');
  if (!isPageAddress(metadata.authorization_endpoint)) throw new UnusableProvider('PROVIDER_LACKS_SIGN_IN_PAGE');
  return found;
}

/**
 * Returns the client authentication that the provider supports; `client_secret_basic` by default (OpenID Connect Core
 * 1.0, section 9).
 */
function secretAuthentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = supported.includes('client_secret_basic') ? basic : post;
    return authenticate(server, ...rest);
  };
}

/**
 * Returns the provider of an organization for the library, at most 10 minutes old; throws like `discover`, for 10 s without asking
 * again.
 */
export async function providerOf(scope: string, sso: SsoProvider): Promise<client.Configuration> {
  const { issuer, clientId, sealedClientSecret } = sso;
  const key = hashToken([scope, issuer, clientId, sealedClientSecret].join('\n'));
  const recent = cached.get(key);
  const failedAt = failures.get(key);
  if (recent && (failedAt === undefined || now().getTime() - failedAt < FAILED_MS)) return recent;
  failures.delete(key);
  const secret = decrypt(sealedClientSecret, clientSecretPurpose(scope));
  const discovery = discover(issuer, { id: clientId, secret });
  cached.set(key, discovery);
  discovery.catch(() => failures.set(key, now().getTime()));
  return discovery;
}

/** Whether browsers may be redirected to an address. */
export function isPageAddress(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' || (allowsLoopback() && url.protocol === 'http:' && isLoopback(url));
}
