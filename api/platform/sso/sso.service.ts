import * as client from 'openid-client';
import { inTransaction } from '../../../shared/db/transaction';
import { inMs, now } from '../../../shared/kernel/clock';
import { inTenant, tenantId } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { hashToken } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import type { User } from '../../../shared/platform/accounts/user.model';
import { admitsEmail, isSameIssuer } from '../../../shared/platform/sso/issuer.rules';
import type { SsoProvider } from '../../../shared/platform/sso/sign-in-settings.model';
import { type SsoAttempt, SsoAttemptModel } from '../../../shared/platform/sso/sso-attempt.model';
import { ssoProvider } from '../../../shared/platform/sso/sso-provider.store';
import { admitsSignIn } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { recordFailure } from '../accounts/account-lock.service';
import { openTokens, type SignedIn } from '../sign-in/sign-in.service';
import { isPageAddress, providerOf } from './provider';
import { returnPath } from './return-path.rules';
import { isOpenedAt } from './session-provider.rules';
import { linkAccount, linkedAccount, type SsoIdentity } from './sso-account.service';
import { callbackAddress, signedOutAddress } from './sso-addresses';
import { ATTEMPT_SECONDS } from './sso-cookie';
import { failureCodes, SsoFailure } from './sso-failure';

export interface SsoStart {
  /** The address to redirect the browser to. */
  location: string;
  /** For the cookie of the browser; also the PKCE code verifier, so that a code is useless elsewhere. */
  browserToken: string;
}

/** Starts a sign-in at the organization's provider; throws SsoFailure. */
export async function startSso(tenant: Tenant | null, next: string | undefined): Promise<SsoStart> {
  const page = returnPath(next);
  if (!tenant || !admitsSignIn(tenant.status)) throw new SsoFailure('sso-failed', page);
  return inTenant(tenant._id, () => failingTo(page, () => begin(tenant, page)));
}

async function begin({ _id, slug }: Tenant, next: string): Promise<SsoStart> {
  const sso = await ssoProvider();
  if (!sso) throw new SsoFailure('sso-failed');
  const provider = await providerOf(_id, sso);
  const [state, nonce, browserToken] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
  const location = client.buildAuthorizationUrl(provider, {
    redirect_uri: callbackAddress(slug),
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(browserToken),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const { issuer, clientId } = sso;
  const [stateHash, browserHash] = [hashToken(state), hashToken(browserToken)];
  const expiresAt = inMs(ATTEMPT_SECONDS * 1_000);
  await SsoAttemptModel.create({ stateHash, browserHash, nonce, issuer, clientId, next, expiresAt });
  return { location: location.href, browserToken };
}

export interface SsoCallback {
  /** The query including its question mark. */
  query: string;
  /** From the cookie. */
  browserToken: string | null;
  /** From the cookie of a known browser. */
  deviceToken: string | null;
}

/**
 * Completes a sign-in at the organization's provider and returns the session and the page to show. Works once, in the
 * browser that began; throws SsoFailure.
 */
export async function finishSso(
  tenant: Tenant | null,
  callback: SsoCallback,
): Promise<{ signedIn: SignedIn; next: string }> {
  if (!tenant || !admitsSignIn(tenant.status)) throw new SsoFailure('sso-failed');
  return inTenant(tenant._id, async () => {
    const { browserToken } = callback;
    const attempt = await takeAttempt(callback);
    const sso = await ssoProvider();
    // A provider that was replaced in between must not answer for the previous one (RFC 9700, 4.4: mix-up).
    const isSame = sso && isSameIssuer(sso.issuer, attempt?.issuer ?? '') && sso.clientId === attempt?.clientId;
    if (!attempt || !sso || browserToken === null || !isSame) throw new SsoFailure('sso-expired', attempt?.next);
    return failingTo(attempt.next, async () => {
      const provider = await providerOf(tenant._id, sso);
      const answer = new URL(callbackAddress(tenant.slug));
      answer.search = callback.query;
      const proven = await prove(provider, answer, { attempt, browserToken });
      const signedIn = await enter(sso, proven, {
        deviceToken: callback.deviceToken,
        endSessionUrl: endSessionAddress(provider, tenant.slug),
      });
      return { signedIn, next: attempt.next };
    });
  });
}

/** Deletes and returns the attempt of a callback, so that a second callback finds none; keeps that of another browser. */
async function takeAttempt({ query, browserToken }: SsoCallback): Promise<SsoAttempt | null> {
  const state = new URLSearchParams(query).get('state');
  if (state === null || browserToken === null) return null;
  return SsoAttemptModel.findOneAndDelete({
    stateHash: hashToken(state),
    browserHash: hashToken(browserToken),
    expiresAt: { $gt: now() },
  }).lean<SsoAttempt>();
}

/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_LENGTH = 255;

interface Proven extends SsoIdentity {
  /** Called only when no account is linked yet. */
  readEmail: () => Promise<{ email: string; isVerified: boolean } | null>;
}

/** Exchanges the code and verifies the provider's response: signature, issuer, audience, times, `state` and `nonce`. */
async function prove(
  provider: client.Configuration,
  answer: URL,
  { attempt, browserToken }: { attempt: SsoAttempt; browserToken: string },
): Promise<Proven> {
  const tokens = await client.authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: browserToken,
    // The attempt was found by `state`; the library checks that it occurs once.
    expectedState: answer.searchParams.get('state') ?? undefined,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new SsoFailure('sso-failed');
  const { iss: issuer, sub: subject } = claims;
  // Everybody without an identity would be the first one who was linked.
  if (subject.length === 0 || subject.length > MAX_SUBJECT_LENGTH) throw new SsoFailure('sso-failed');
  const readEmail = async (): ReturnType<Proven['readEmail']> => {
    const inToken = emailOf(claims);
    if (inToken || !provider.serverMetadata().userinfo_endpoint) return inToken;
    return emailOf(await client.fetchUserInfo(provider, tokens.access_token, subject));
  };
  return { issuer, subject, readEmail };
}

/** Some providers send `email_verified` as text. */
function emailOf({
  email,
  email_verified: verified,
}: Record<string, unknown>): Awaited<ReturnType<Proven['readEmail']>> {
  if (typeof email !== 'string' || !email.includes('@')) return null;
  return { email: normalizeEmail(email), isVerified: verified === true || verified === 'true' };
}

async function enter(
  sso: SsoProvider,
  proven: Proven,
  { deviceToken, endSessionUrl }: { deviceToken: string | null; endSessionUrl: string | null },
): Promise<SignedIn> {
  const { issuer, subject, readEmail } = proven;
  const email = (await linkedAccount(proven)) ? null : await linkableEmail(sso, await readEmail());
  const opened = { issuer: sso.issuer, clientId: sso.clientId, endSessionUrl };
  return inTransaction(async () => {
    // The provider decides how long its answers take, and may have been removed by now.
    if (!isOpenedAt(await ssoProvider(), { sso: opened })) throw new SsoFailure('sso-expired');
    const user: User | null = await (email === null ? linkedAccount(proven) : linkAccount({ issuer, subject }, email));
    if (!user) throw new SsoFailure('sso-no-account');
    const before = await CredentialModel.findOneAndUpdate({ _id: user._id }, { $set: { lastSignInAt: now() } })
      .select('lastSignInAt')
      .lean();
    return openTokens(user, {
      withCookie: true,
      deviceToken,
      isFirst: !before?.lastSignInAt,
      sso: opened,
    });
  });
}

async function linkableEmail(sso: SsoProvider, found: Awaited<ReturnType<Proven['readEmail']>>): Promise<string> {
  if (found && !found.isVerified && !sso.trustsEmail) throw new SsoFailure('sso-email-unverified');
  if (!found || !admitsEmail(found.email, sso.emailDomains)) throw new SsoFailure('sso-no-account');
  return found.email;
}

function endSessionAddress(provider: client.Configuration, slug: string): string | null {
  if (!isPageAddress(provider.serverMetadata().end_session_endpoint)) return null;
  return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: signedOutAddress(slug) }).href;
}

/** Runs a step whose failures lead to the sign-in page, without showing what a provider sent. */
async function failingTo<T>(next: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = error instanceof SsoFailure ? error.reason : reasonOf(error);
    if (reason === 'sso-no-account' || reason === 'sso-email-unverified') await recordFailure(null);
    throw new SsoFailure(reason, next);
  }
}

function reasonOf(error: unknown): 'sso-denied' | 'sso-failed' {
  const isDenied = error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
  if (!isDenied)
    logger.warn('single sign-on failed', {
      organization: tenantId(),
      failure: nameOf(error),
      codes: failureCodes(error),
    });
  return isDenied ? 'sso-denied' : 'sso-failed';
}

/** Returns the error's name and its message, which is the library's own; what a provider sent is in its cause, with tokens. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown';
}
