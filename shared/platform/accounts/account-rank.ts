import { pickRow } from '../../db/pick';
import { currentContext, inTenant, PLATFORM_SCOPE } from '../../kernel/context';
import { Role } from '../../kernel/permissions';
import { type User, UserModel } from './user.model';

/** Who changes accounts of the context's organization: an account, or a program, which has no roles. */
export interface AccountChanger {
  userId: string | null;
  roles: readonly Role[];
}

const PROGRAM: AccountChanger = { userId: null, roles: [] };

type Ranked = Pick<User, '_id' | 'roles'>;

/**
 * Whether someone may change by what an account is signed in to: its email, employee, roles and credentials. Whoever chooses these
 * can sign in as it, so a TenantAdmin's are for TenantAdmins alone, and an HRManager's also for that HRManager.
 */
export function mayTakeOver(by: AccountChanger, { _id, roles }: Ranked): boolean {
  if (by.roles.includes(Role.TenantAdmin)) return true;
  if (roles.includes(Role.TenantAdmin)) return false;
  return !roles.includes(Role.HRManager) || _id === by.userId;
}

/** Who makes the changes of the context: its user, or a program such as a provisioning token. */
export function presentChanger(): AccountChanger {
  return currentContext()?.actor ?? PROGRAM;
}

/** The user who started a job, with the roles of today; an operator of the platform acts with a TenantAdmin's. */
export async function changerOfJob(userId: string | null): Promise<AccountChanger> {
  if (userId === null) return PROGRAM;
  const active = async () => pickRow(UserModel.findOne({ _id: userId, isActive: true }), 'roles');
  const own = await active();
  if (own) return { userId, roles: own.roles };
  const operator = await inTenant(PLATFORM_SCOPE, active);
  return operator?.roles.includes(Role.SystemAdmin) ? { userId, roles: [Role.TenantAdmin] } : PROGRAM;
}
