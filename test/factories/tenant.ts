import { randomUUID } from 'node:crypto';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { inTenant, PLATFORM_SCOPE, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { CredentialModel } from '../../shared/platform/accounts/credential.model';
import { TenantModel } from '../../shared/platform/tenant.model';
import { UserModel } from '../../shared/platform/accounts/user.model';

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
  const tenant = await TenantModel.create({ name: `Tenant ${slug}`, slug, ...fields });
  const signedIn: TestTenant['signedIn'] = ({ roles = [], employeeId } = {}) => signIn(tenant._id, roles, employeeId);
  return {
    id: tenant._id,
    slug,
    admin: await signedIn({ roles: [Role.TenantAdmin] }),
    hr: await signedIn({ roles: [Role.HRManager] }),
    user: await signedIn(),
    within: (fn) => withinTenant(tenant._id, fn),
    signedIn,
  };
}

/** A bearer token of a new SystemAdmin. */
export function makeSystemAdmin(): Promise<string> {
  return signIn(PLATFORM_SCOPE, [Role.SystemAdmin]);
}

async function signIn(scope: string, extra: Role[], employeeId?: string): Promise<string> {
  return withinTenant(scope, async () => {
    const id = newId();
    const roles = [...extra, Role.User];
    await CredentialModel.create({ _id: id });
    await UserModel.create({
      _id: id,
      email: `${id}@example.test`,
      fullName: `User ${id.slice(0, 8)}`,
      roles,
      employeeId: employeeId ?? null,
    });
    const { sessionId } = await inTenant(scope, () => openSession(scope, id));
    const tenant = scope === PLATFORM_SCOPE ? {} : { tenant_id: scope };
    return signAccessToken({ sub: id, roles, sid: sessionId, ...tenant });
  });
}
