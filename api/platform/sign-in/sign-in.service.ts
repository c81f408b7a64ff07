import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { context, inTenant, PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { AppError } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import type { Device } from '../../../shared/platform/accounts/device.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { ssoProvider } from '../../../shared/platform/sso/sso-provider.store';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { isLocked } from '../accounts/account-lock.service';
import { mayUsePassword } from '../sso/sign-in-settings.store';
import { proveCode } from '../two-factor/two-factor-proof.service';
import type { TokenRequest, TokenResponse, TwoFactorRequest } from './auth.dto';
import { isKnownAddress, isNewDevice, knownDevice, rememberDevice } from './devices.service';
import { refuseInactive } from './inactive-tenant';
import { provePassword } from './password-proof.service';
import { type NewCookie, type NewSession, openSession, renewableSession, rotate } from './sessions.service';
import { ACCESS_TOKEN_SECONDS, isMarkOf, passwordMark, readChallenge, signAccessToken, signChallenge } from './tokens';
import { returnAttempt, takeAttempt } from './unknown-address-attempts';

/** The result of a sign-in: the tokens, and a cookie if requested. */
export interface SignedIn {
  tokens: TokenResponse;
  cookie: NewCookie | null;
  /** Identifies the browser at its next sign-in; null when no cookie was requested. */
  deviceToken: string | null;
}

type Claim = Omit<TokenRequest, 'tenantSlug'> & { deviceToken: string | null };

/** The same refusal for every reason, so that it reveals nothing about accounts. */
const refused = (): AppError => new AppError('INVALID_CREDENTIALS', refusal('CREDENTIALS_INCORRECT'));

/** Signs in a user of the tenant; throws INVALID_CREDENTIALS, TWO_FACTOR_REQUIRED, TENANT_SUSPENDED, TENANT_CANCELLED. */
export async function signInTenant(tenant: Tenant | null, claim: Claim): Promise<SignedIn> {
  // An unknown organization costs the same work: no account has this email, and the failure is recorded for the platform.
  if (!tenant) return signInPlatform({ ...claim, email: `${UNKNOWN} ${claim.email}` });
  return inTenant(tenant._id, () => signIn(tenant, claim));
}

/** Emails contain no spaces. */
const UNKNOWN = 'unknown';

/** Signs in an account of the platform; throws INVALID_CREDENTIALS, TWO_FACTOR_REQUIRED. */
export async function signInPlatform(claim: Claim): Promise<SignedIn> {
  return inTenant(PLATFORM_SCOPE, () => signIn(null, claim));
}

async function signIn(tenant: Tenant | null, claim: Claim): Promise<SignedIn> {
  const { password, twoFactorCode, cookie, deviceToken } = claim;
  const email = normalizeEmail(claim.email);
  const user = await UserModel.findOne({ email }).lean<User>();
  const credential = await CredentialModel.findById(user?._id ?? newId()).lean<Credential>();
  // Also queried on the platform, which has no provider, so that an unknown organization costs the same work.
  const sso = await ssoProvider();
  const isUsable = user?.isActive === true && mayUsePassword(sso, user, credential);
  const device = await knownDevice(user?._id ?? newId(), deviceToken);
  const attempt = await takeAttemptOf(email, credential, device);
  // For an account that is inactive, must sign in at the provider or has no attempt left, every password is wrong.
  const usable =
    isUsable && attempt !== Attempt.Refused ? credential : credential && { ...credential, passwordHash: null };
  const isCounted = attempt !== Attempt.Refused;
  const passwordHash = await provePassword(usable, password, { device, isCounted, also: { lastSignInAt: now() } });
  if (!user || !credential || passwordHash === null) throw refused();
  if (attempt === Attempt.Taken) await returnAttempt(email);
  if (tenant) refuseInactive(tenant);
  if (credential.twoFactorSecret !== null) {
    if (twoFactorCode === undefined) throw codeRequired(user, passwordHash);
    if (!(await proveCode(credential, twoFactorCode, { device, also: { lastSignInAt: now() } }))) throw refused();
  }
  return openTokens(user, { withCookie: cookie, deviceToken, isFirst: credential.lastSignInAt === null });
}

enum Attempt {
  /** Not needed: a known browser or address, or a locked account. */
  Free,
  Taken,
  /** None was left. */
  Refused,
}

/**
 * Takes one of an account's attempts from an unknown address. A locked account loses none, since its failures do not count
 * and no password opens it.
 */
async function takeAttemptOf(email: string, credential: Credential | null, device: Device | null): Promise<Attempt> {
  const isKnown = (await isKnownAddress(credential?._id ?? newId())) || device !== null;
  if (isKnown) return Attempt.Free;
  const points = credential !== null && isLocked(credential) ? 0 : 1;
  if (!(await takeAttempt(email, points))) return Attempt.Refused;
  return points === 0 ? Attempt.Free : Attempt.Taken;
}

function codeRequired({ _id, tenantId }: User, passwordHash: string): AppError {
  const challengeToken = signChallenge({ userId: _id, scope: tenantId, mark: passwordMark(passwordHash) });
  return new AppError('TWO_FACTOR_REQUIRED', refusal('CODE_NEEDED'), {
    extra: { challengeToken },
  });
}

/**
 * Completes a sign-in with two-factor authentication; `checkHost` as for `refreshTokens`. A challenge ends with a change of the
 * password. Throws UNAUTHENTICATED, INVALID_CREDENTIALS, TENANT_MISMATCH, TENANT_SUSPENDED, TENANT_CANCELLED.
 */
export async function finishSignIn(
  { challengeToken, code, cookie, deviceToken }: TwoFactorRequest & { deviceToken: string | null },
  checkHost: (tenant: Tenant) => void,
): Promise<SignedIn> {
  const challenge = readChallenge(challengeToken);
  if (!challenge) throw new AppError('UNAUTHENTICATED', 'The challenge is invalid. Sign in again.');
  return inTenant(challenge.scope, async () => {
    const user = await activeUser(challenge.userId, checkHost);
    const credential = await CredentialModel.findById(user._id).lean<Credential>();
    const isSame = credential?.passwordHash && isMarkOf(challenge.mark, credential.passwordHash);
    const isUsable = mayUsePassword(await ssoProvider(), user, credential);
    if (!isSame || !isUsable || credential.twoFactorSecret === null)
      throw new AppError('UNAUTHENTICATED', 'The challenge has expired. Sign in again.');
    const device = await knownDevice(user._id, deviceToken);
    if (!(await proveCode(credential, code, { device, also: { lastSignInAt: now() } })))
      throw new AppError('INVALID_CREDENTIALS', refusal('CODE_INCORRECT'));
    return openTokens(user, { withCookie: cookie, deviceToken, isFirst: credential.lastSignInAt === null });
  });
}

/**
 * Exchanges a refresh token for new tokens; `checkHost` throws when the request's host is another tenant's. Throws
 * UNAUTHENTICATED, TENANT_MISMATCH, TENANT_SUSPENDED, TENANT_CANCELLED; a refused token remains valid.
 */
export async function refreshTokens(token: string, checkHost: (tenant: Tenant) => void): Promise<TokenResponse> {
  const session = await renewableSession(token);
  return inTenant(session.tenantId, async () => {
    const user = await activeUser(session.userId, checkHost);
    return toTokenResponse(user, session._id, await rotate(session, token));
  });
}

/** Returns an active user of the scope's active organization. */
async function activeUser(userId: string, checkHost: (tenant: Tenant) => void): Promise<User> {
  const user = await UserModel.findById(userId).lean<User>();
  if (!user?.isActive) throw new AppError('UNAUTHENTICATED', 'The account is not active.');
  if (user.tenantId !== PLATFORM_SCOPE) {
    const tenant = await TenantModel.findById(user.tenantId).lean<Tenant>();
    if (!tenant) throw new AppError('UNAUTHENTICATED', 'The organization does not exist.');
    checkHost(tenant);
    refuseInactive(tenant);
  }
  return user;
}

interface NewSignIn extends Omit<NewSession, 'userId'> {
  /** From the cookie of a known browser. */
  deviceToken: string | null;
  /** Whether it is the account's first sign-in, of which the user is not notified. */
  isFirst: boolean;
}

/** Opens a session of an authenticated user, records the sign-in, and starts the notification about a new device. */
export async function openTokens(user: User, { deviceToken, isFirst, ...options }: NewSignIn): Promise<SignedIn> {
  const { _id: userId, email, roles, employeeId } = user;
  const isTold = !isFirst && (await isNewDevice(userId, { deviceToken, isBrowser: options.withCookie === true }));
  const { sessionId, refreshToken, cookie } = await inTransaction(async () => {
    const opened = await openSession({ userId, ...options });
    if (isTold) {
      const job = await storeJob('comms.tell-new-device', { sessionId: opened.sessionId });
      await afterCommit(() => enqueueStored(job));
    }
    // From here on the audit log has an actor.
    context().actor = { userId, email, roles, sessionId: opened.sessionId, employeeId };
    await recordAudit('auth.signed-in', { entityType: AuditEntity.User, entityId: userId });
    return opened;
  });
  const device = cookie === null ? null : await rememberDevice(userId, deviceToken);
  return { tokens: toTokenResponse(user, sessionId, refreshToken), cookie, deviceToken: device };
}

function toTokenResponse(user: User, sessionId: string, refreshToken: string): TokenResponse {
  const tenant = user.tenantId === PLATFORM_SCOPE ? {} : { tenant_id: user.tenantId };
  return {
    accessToken: signAccessToken({ sub: user._id, roles: user.roles, sid: sessionId, ...tenant }),
    refreshToken,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    user: { id: user._id, email: user.email, fullName: user.fullName, roles: user.roles },
  };
}
