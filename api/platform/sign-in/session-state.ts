import { Batcher } from '../../../shared/kernel/batcher';
import { inMs, now } from '../../../shared/kernel/clock';
import { config } from '../../../shared/kernel/config';
import { actor, inTenant, PLATFORM_SCOPE, tenantId } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { BriefCache } from '../../http/brief-cache';
import { isOpenedAt } from '../sso/session-provider.rules';
import { isLive, needsTwoFactor, sessionUseIntervalMs, type SignInPolicy } from '../sso/sign-in-policy.rules';
import { signInPolicy, type SignInRules } from '../sso/sign-in-settings.store';

/** The state of a request's session, from the database and not from the token. */
export interface SessionState {
  userId: string;
  email: string;
  roles: Role[];
  employeeId: string | null;
  /** Whether the session was opened with a temporary password. */
  mustChangePassword: boolean;
  twoFactorEnabled: boolean;
  /** Whether required two-factor authentication is missing: nothing else is allowed before it is set up. */
  mustSetUpTwoFactor: boolean;
  hasPassword: boolean;
  lastSignInAt: Date | null;
  /** SHA-256 of the token in the session's cookie; null without one. */
  cookieHash: string | null;
  /** Null for accounts of the platform. */
  tenant: Tenant | null;
}

/** Sessions and tenants are cached separately, since all sessions of an organization share its tenant. */
const accounts = new BriefCache<AccountState | null>();
const tenants = new BriefCache<Tenant | null>();
const policies = new BriefCache<SignInRules>();

type AccountState = Omit<SessionState, 'tenant'>;

/** Returns the state of a live session, at most 0.9 s old; null when it is revoked, expired, or its user is inactive. */
export async function sessionState(scope: string, sessionId: string): Promise<SessionState | null> {
  const isPlatform = scope === PLATFORM_SCOPE;
  const [account, tenant] = await Promise.all([
    accounts.get(`${scope}/${sessionId}`, () => inTenant(scope, () => readings.ask(scope, sessionId))),
    isPlatform ? null : tenants.get(scope, () => readTenant(scope)),
  ]);
  return account && (isPlatform || tenant) ? { ...account, tenant } : null;
}

/** Whether accounts of an organization can act. */
const isOpenTo = (tenant: Tenant | null): boolean =>
  tenant !== null && tenant.status !== TenantStatus.Suspended && tenant.status !== TenantStatus.Cancelled;

/** Whether the caller's session is live now, by a query that does not extend it. */
export async function isCallerLive(): Promise<boolean> {
  const { sessionId, userId, roles } = actor();
  const scope = roles.includes(Role.SystemAdmin) ? PLATFORM_SCOPE : tenantId();
  return inTenant(scope, async () => {
    const session = await SessionModel.findById(sessionId).select('lastSeenAt revokedAt expiresAt createdAt').lean();
    if (!session || !isLive(session, await signInPolicy(), now())) return false;
    if (!(await UserModel.exists({ _id: userId, isActive: true }))) return false;
    return scope === PLATFORM_SCOPE || isOpenTo(await readTenant(scope));
  });
}

/** Clears the cache, so that this process's own changes of sessions, users and tenants apply at once. */
export function forgetSessions(): void {
  accounts.clear();
  tenants.clear();
  policies.clear();
}

async function readTenant(scope: string): Promise<Tenant | null> {
  return inTenant(scope, () => TenantModel.findById(scope).lean<Tenant>().exec());
}

/** Concurrent requests for sessions share their queries. */
const readings = new Batcher<string, AccountState | null>(readAccounts, 500);

/** Reads sessions of the context's tenant; null for each that is over. */
async function readAccounts(sessionIds: readonly string[]): Promise<PromiseSettledResult<AccountState | null>[]> {
  const [policy, sessions] = await Promise.all([
    policies.get(tenantId(), signInPolicy),
    SessionModel.find({ _id: { $in: [...sessionIds] } })
      .select('userId cookieHash lastSeenAt revokedAt expiresAt createdAt sso')
      .lean(),
  ]);
  const live = sessions.filter((session) => isLive(session, policy, now()));
  await recordUse(live, policy);
  const some = { _id: { $in: live.map(({ userId }) => userId) } };
  const [users, credentials] = await Promise.all([
    UserModel.find(some).lean(),
    CredentialModel.find(some).select('mustChangePassword twoFactorSecret lastSignInAt passwordHash').lean(),
  ]);
  const sessionOf = byId(live);
  const [userOf, credentialOf] = [byId(users), byId(credentials)];
  return sessionIds.map((id) => {
    const session = sessionOf.get(id);
    const user = session && userOf.get(session.userId);
    if (!session || !user?.isActive) return { status: 'fulfilled', value: null };
    const credential = credentialOf.get(user._id);
    const twoFactorEnabled = typeof credential?.twoFactorSecret === 'string';
    const value = {
      userId: user._id,
      email: user.email,
      roles: user.roles,
      employeeId: user.employeeId,
      // A sign-in at a provider uses no password.
      mustChangePassword: !session.sso && (credential?.mustChangePassword ?? false),
      twoFactorEnabled,
      // The provider's own authentication counts, while it is the organization's.
      mustSetUpTwoFactor: !isOpenedAt(policy.sso, session) && !twoFactorEnabled && asksForTwoFactor(policy, user),
      hasPassword: typeof credential?.passwordHash === 'string',
      lastSignInAt: credential?.lastSignInAt ?? null,
      cookieHash: session.cookieHash,
    };
    return { status: 'fulfilled', value };
  });
}

const byId = <T extends { _id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row._id, row]));

function asksForTwoFactor(policy: SignInPolicy, { tenantId: scope, roles }: Pick<User, 'tenantId' | 'roles'>): boolean {
  return scope === PLATFORM_SCOPE ? config().PLATFORM_TWO_FACTOR === 'required' : needsTwoFactor(policy, roles);
}

/** Limits writes of `lastSeenAt` to about one per five minutes and session. */
async function recordUse(sessions: readonly { _id: string; lastSeenAt: Date }[], policy: SignInPolicy): Promise<void> {
  const due = sessions.filter(({ lastSeenAt }) => lastSeenAt <= inMs(-sessionUseIntervalMs(policy)));
  if (due.length === 0) return;
  const some = { _id: { $in: due.map(({ _id }) => _id) } };
  await SessionModel.updateMany(some, { $set: { lastSeenAt: now() } }, { timestamps: false });
}
