import { pickRow } from '../../db/pick';
import { type Actor, context, currentContext, inTenant, PLATFORM_SCOPE } from '../../kernel/context';
import { AppError } from '../../kernel/errors';
import { Role } from '../../kernel/permissions';
import { refusal } from '../../kernel/refusals/refusal';
import { type User, UserModel } from './user.model';

/** Who changes accounts of the context's organization: an account, or a program, which has no roles. */
interface AccountChanger {
  userId: string | null;
  roles: readonly Role[];
}

const PROGRAM: AccountChanger = { userId: null, roles: [] };

type Ranked = Pick<User, '_id' | 'roles'>;

/**
 * Whether the context's user may change by what an account is signed in to: its email, employee, roles and credentials. Whoever
 * chooses these can sign in as it, so a TenantAdmin's are for TenantAdmins alone, and an HRManager's also for that HRManager.
 */
export function mayTakeOver({ _id, roles }: Ranked): boolean {
  const by = presentChanger();
  if (by.roles.includes(Role.TenantAdmin)) return true;
  if (roles.includes(Role.TenantAdmin)) return false;
  return !roles.includes(Role.HRManager) || _id === by.userId;
}

/** Throws FORBIDDEN when the context's user must not decide how the account is signed in to. */
export function assertMayTakeOver(user: Ranked): void {
  if (!mayTakeOver(user)) throw outranked();
}

/** Whether the context's user may end the account of an employee who leaves: an HRManager never a TenantAdmin's. */
export function mayEnd({ roles }: Pick<User, 'roles'>): boolean {
  // An identity provider decides who works for the organization, whatever their role.
  return isProvisioning() || !roles.includes(Role.TenantAdmin) || presentChanger().roles.includes(Role.TenantAdmin);
}

export const outranked = (): AppError => new AppError('FORBIDDEN', refusal('ONLY_TENANT_ADMIN_CHANGES_SIGN_IN'));

/** Whether a provisioning token makes the change: it is not refused, and leaves the account as it is. */
export const isProvisioning = (): boolean => context().scimTokenId !== undefined;

/** Who makes the changes of the context: its user, or a program such as a provisioning token. */
function presentChanger(): AccountChanger {
  return currentContext()?.actor ?? PROGRAM;
}

/**
 * The user who started a job, with the roles of today, as the actor of what the job changes; an operator of the platform acts with a
 * TenantAdmin's. Null for a user who is gone or not active: the job then acts as a program.
 */
export async function actorOfJob(userId: string | null): Promise<Actor | null> {
  if (userId === null) return null;
  const active = async () =>
    pickRow(UserModel.findOne({ _id: userId, isActive: true }), 'email', 'roles', 'employeeId');
  const actorOf = ({ email, roles, employeeId }: Pick<User, 'email' | 'roles' | 'employeeId'>): Actor => ({
    userId,
    email,
    roles,
    employeeId,
    sessionId: '',
  });
  const own = await active();
  if (own) return actorOf(own);
  const operator = await inTenant(PLATFORM_SCOPE, active);
  return operator?.roles.includes(Role.SystemAdmin) ? actorOf({ ...operator, roles: [Role.TenantAdmin] }) : null;
}
