import { now } from '../../shared/kernel/clock';
import { inTenant, PLATFORM_SCOPE } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { AppError } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { type User, UserModel } from '../../shared/platform/user.model';
import { refuseInactive } from '../http/inactive-tenant';
import type { TokenResponse } from './auth.dto';
import { provePassword } from './password-proof.service';
import { openSession, renewableSession, rotate } from './sessions.service';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './tokens';

/** One answer for every reason, so that it reveals nothing about accounts (spec 5, sign-in rule 1). */
const refused = (): AppError => new AppError('INVALID_CREDENTIALS', 'The e-mail or the password is not correct.');

/** Signs in a user of the tenant (spec 4.1); throws INVALID_CREDENTIALS, TENANT_SUSPENDED, TENANT_CANCELLED. */
export async function signInTenant(tenant: Tenant | null, email: string, password: string): Promise<TokenResponse> {
  // An unknown organization is searched like any other, in a scope that holds nobody: the same work, the same answer.
  return inTenant(tenant?._id ?? newId(), async () => {
    const user = await provenUser(email, password);
    if (tenant) refuseInactive(tenant);
    return openTokens(user);
  });
}

/** Signs in an account of the platform; throws INVALID_CREDENTIALS. */
export async function signInPlatform(email: string, password: string): Promise<TokenResponse> {
  return inTenant(PLATFORM_SCOPE, async () => openTokens(await provenUser(email, password)));
}

/**
 * Exchanges a refresh token for new tokens (spec 4.1); `checkHost` throws where the request's host is another tenant's.
 * Throws UNAUTHENTICATED, TENANT_MISMATCH, TENANT_SUSPENDED, TENANT_CANCELLED; a refusal spends nothing.
 */
export async function refreshTokens(token: string, checkHost: (tenant: Tenant) => void): Promise<TokenResponse> {
  const session = await renewableSession(token);
  return inTenant(session.tenantId, async () => {
    const user = await UserModel.findById(session.userId).lean<User>();
    if (!user?.isActive) throw new AppError('UNAUTHENTICATED', 'The account is not active.');
    if (session.tenantId !== PLATFORM_SCOPE) {
      const tenant = await TenantModel.findById(session.tenantId).lean<Tenant>();
      if (!tenant) throw new AppError('UNAUTHENTICATED', 'The organization does not exist.');
      checkHost(tenant);
      refuseInactive(tenant);
    }
    return toTokenResponse(user, session._id, await rotate(session, token));
  });
}

async function provenUser(email: string, password: string): Promise<User> {
  const user = await UserModel.findOne({ email: normalizeEmail(email) }).lean<User>();
  const credential = await CredentialModel.findById(user?._id ?? newId()).lean<Credential>();
  const proven = await provePassword(user?.isActive ? credential : null, password, { lastSignInAt: now() });
  if (!user || !proven) throw refused();
  return user;
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
