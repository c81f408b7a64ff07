import { randomUUID } from 'node:crypto';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { DEFAULT_POLICY, sessionMs } from '../../api/platform/sso/sign-in-policy.rules';
import { inMs, now } from '../../shared/kernel/clock';
import { PLATFORM_SCOPE, runInContext } from '../../shared/kernel/context';
import { hashToken, newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { CredentialModel } from '../../shared/platform/accounts/credential.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { SessionModel } from '../../shared/platform/session.model';
import { TenantModel } from '../../shared/platform/tenant.model';

export interface TestTenant {
  id: string;
  slug: string;
  /** Bearer tokens. */
  admin: string;
  hr: string;
  user: string;
  /** Runs `fn` bound to this tenant, for factories and for looks into the database. */
  within<T>(fn: () => Promise<T>): Promise<T>;
  /** A token of a new account with these roles, linked to the employee. */
  signedIn(options?: { roles?: Role[]; employeeId?: string }): Promise<string>;
}

/** Runs `fn` bound to a tenant, as a request of it would be. */
export function withinTenant<T>(tenantId: string, fn: () => Promise<T>): Promise<T> {
  return runInContext({ requestId: newId(), tenantId, actor: null }, async () => fn());
}

/** A new organization with an admin, an HR manager and an ordinary user, all signed in. */
export async function makeTenant(
  fields: Partial<{ name: string; slug: string; timezone: string; locale: string }> = {},
): Promise<TestTenant> {
  const slug = fields.slug ?? `t-${randomUUID().slice(0, 13)}`;
  const { _id: id } = await TenantModel.create({ name: `Tenant ${slug}`, slug, ...fields });
  const [admin, hr, user] = await signIn(id, [{ roles: [Role.TenantAdmin] }, { roles: [Role.HRManager] }, {}]);
  return {
    ...{ id, slug, admin: admin!, hr: hr!, user: user! },
    within: (fn) => withinTenant(id, fn),
    signedIn: async (account = {}) => (await signIn(id, [account]))[0]!,
  };
}

/** A bearer token of a new SystemAdmin. */
export async function makeSystemAdmin(): Promise<string> {
  return (await signIn(PLATFORM_SCOPE, [{ roles: [Role.SystemAdmin] }]))[0]!;
}

interface NewAccount {
  roles?: Role[];
  employeeId?: string;
}

/** Bearer tokens of new accounts, in three writes for all of them. */
async function signIn(scope: string, accounts: readonly NewAccount[]): Promise<string[]> {
  const rows = accounts.map(({ roles = [], employeeId = null }) => ({
    ...{ _id: newId(), sessionId: newId(), roles: [...roles, Role.User], employeeId },
  }));
  const tenant = scope === PLATFORM_SCOPE ? {} : { tenant_id: scope };
  await withinTenant(scope, async () => {
    const at = { rotatedAt: now(), lastSeenAt: now(), expiresAt: inMs(sessionMs(DEFAULT_POLICY)) };
    await Promise.all([
      CredentialModel.insertMany(rows.map(({ _id }) => ({ _id }))),
      UserModel.insertMany(
        rows.map(({ _id, roles, employeeId }) => {
          return { _id, email: `${_id}@example.test`, fullName: `User ${_id.slice(0, 8)}`, roles, employeeId };
        }),
      ),
      SessionModel.insertMany(
        rows.map(({ _id, sessionId }) => ({ _id: sessionId, userId: _id, refreshHash: hashToken(sessionId), ...at })),
      ),
    ]);
  });
  return rows.map(({ _id, roles, sessionId }) => signAccessToken({ sub: _id, roles, sid: sessionId, ...tenant }));
}
