import { inMs, now } from '../../shared/kernel/clock';
import { inTenant, PLATFORM_SCOPE } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { hashPassword, needsRehash, verifyPassword } from '../../shared/platform/passwords';
import type { Tenant } from '../../shared/platform/tenant.model';
import { type User, UserModel } from '../../shared/platform/user.model';
import { refuseInactive } from '../http/inactive-tenant';
import { normalizeEmail } from '../../shared/kernel/email';
import type { TokenResponse } from './auth.dto';
import { openSession, rotateSession } from './sessions.service';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './tokens';

const FAILURES_BEFORE_LOCK = 5;
const LOCK_MS = 10 * 60_000;

/** One answer for every reason, so that it reveals nothing about accounts (spec 5, sign-in rule 1). */
const refused = (): AppError => new AppError('INVALID_CREDENTIALS', 'The e-mail or the password is not correct.');

/** Signs in a user of the tenant (spec 4.1); throws INVALID_CREDENTIALS, TENANT_SUSPENDED, TENANT_CANCELLED. */
export async function signInTenant(tenant: Tenant | null, email: string, password: string): Promise<TokenResponse> {
  if (!tenant) {
    await verifyPassword(null, password); // the same work as for a tenant that exists
    throw refused();
  }
  return inTenant(tenant._id, async () => {
    const user = await provenUser(email, password);
    refuseInactive(tenant);
    return openTokens(user);
  });
}

/** Signs in an account of the platform; throws INVALID_CREDENTIALS. */
export async function signInPlatform(email: string, password: string): Promise<TokenResponse> {
  return inTenant(PLATFORM_SCOPE, async () => openTokens(await provenUser(email, password)));
}

/** Exchanges a refresh token for new tokens (spec 4.1); throws UNAUTHENTICATED. */
export async function refreshTokens(token: string): Promise<TokenResponse> {
  const { session, refreshToken } = await rotateSession(token);
  return inTenant(session.tenantId, async () => {
    const user = await UserModel.findById(session.userId).lean<User>();
    if (!user?.isActive) throw new AppError('UNAUTHENTICATED', 'The account is not active.');
    return toTokenResponse(user, session._id, refreshToken);
  });
}

async function provenUser(email: string, password: string): Promise<User> {
  const user = await UserModel.findOne({ email: normalizeEmail(email) }).lean<User>();
  const credential = user ? await CredentialModel.findById(user._id).lean<Credential>() : null;
  const matches = await verifyPassword(credential?.passwordHash ?? null, password);
  if (!user || !credential) throw refused();
  const expired = credential.temporaryUntil !== null && credential.temporaryUntil <= now();
  if (!matches || expired) {
    await countFailure(user._id);
    throw refused();
  }
  // The lock is checked by the same write that notes the success: a parallel fifth failure is not overtaken.
  const entered = await CredentialModel.updateOne(
    { _id: user._id, ...unlocked() },
    { $set: { failedSignIns: 0, lastSignInAt: now(), ...(await renewedHash(credential, password)) } },
  );
  if (entered.matchedCount === 0 || !user.isActive) throw refused();
  return user;
}

const unlocked = () => ({ $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now() } }] });

async function renewedHash(credential: Credential, password: string): Promise<{ passwordHash?: string }> {
  if (!credential.passwordHash || !needsRehash(credential.passwordHash)) return {};
  return { passwordHash: await hashPassword(password) };
}

/** Counts a failure; the fifth in a row locks the account for 10 minutes (spec 3.5), however many come at once. */
async function countFailure(userId: string): Promise<void> {
  const counted = await CredentialModel.findOneAndUpdate(
    { _id: userId, ...unlocked() },
    { $inc: { failedSignIns: 1 } },
    { returnDocument: 'after' },
  ).lean<Credential>();
  if (!counted || counted.failedSignIns < FAILURES_BEFORE_LOCK) return;
  await CredentialModel.updateOne(
    { _id: userId, failedSignIns: { $gte: FAILURES_BEFORE_LOCK } },
    { $set: { failedSignIns: 0, lockedUntil: inMs(LOCK_MS) } },
  );
}

async function openTokens(user: User): Promise<TokenResponse> {
  const { sessionId, refreshToken } = await openSession(user.tenantId, user._id);
  return toTokenResponse(user, sessionId, refreshToken);
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
