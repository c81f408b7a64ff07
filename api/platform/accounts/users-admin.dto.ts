import { now, toInstantOrNull } from '../../../shared/kernel/clock';
import type { Role } from '../../../shared/kernel/permissions';
import type { Credential } from '../../../shared/platform/accounts/credential.model';
import type { Deactivation, User } from '../../../shared/platform/accounts/user.model';
import { resourceFields } from '../../http/resource-fields';
import type { Email, Id, Instant, ResourceFields, ShortText } from '../../http/types';
import type { Password } from '../sign-in/auth.dto';
import type { AccountEmployee } from './account-employee.queries';

/** An account. */
export interface UserView extends ResourceFields {
  /** @example "ana.garcia@example.com" */
  email: string;
  /** @example "Ana García" */
  fullName: string;
  roles: Role[];
  isActive: boolean;
  /** Left: the employee left or was deleted, and an invitation activates the account again. Null while it is active. */
  deactivatedBecause: Deactivation | null;
  employeeId: Id | null;
  /** Full name of the employee. */
  employee: string | null;
  /**
   * Email address of the employee, which may differ from the account's: only a TenantAdmin changes how a TenantAdmin or
   * HRManager signs in.
   * @example "ana.garcia@example.com"
   */
  employeeEmail: string | null;
  /**
   * End of the lockout after five failures, or of the refusals after 20 from addresses that never signed the account in, which
   * browsers that did are spared; null without one.
   */
  lockedUntil: Instant | null;
  /** Whether signing in also requires a code of two-factor authentication. */
  twoFactorEnabled: boolean;
  /** Whether the password is temporary: it only allows changing it. */
  mustChangePassword: boolean;
  lastSignInAt: Instant | null;
  /**
   * The identity provider that the account is linked to; null while it signs in only with a password.
   * @example "https://login.example.com"
   */
  ssoIssuer: string | null;
  /** Whether a TenantAdmin may use the password although the organization requires its identity provider. */
  mayUsePassword: boolean;
}

export interface CreateUser {
  id?: Id;
  email: Email;
  fullName: ShortText;
  /**
   * `User` is always added. On the platform the default is SystemAdmin.
   * @maxItems 10 must have at most 10 entries
   */
  roles?: Role[];
  password?: Password;
  /** Defaults to the employee with the same email, if any. Null links no employee. */
  employeeId?: Id | null;
}

export interface UpdateUser {
  email?: Email;
  fullName?: ShortText;
  /** @maxItems 10 must have at most 10 entries */
  roles?: Role[];
  isActive?: boolean;
  employeeId?: Id | null;
  /** Only for a TenantAdmin of an organization. */
  mayUsePassword?: boolean;
}

/** The number of ended sessions. */
export interface RevokedSessions {
  /** @example 2 */
  revoked: number;
}

type ShownCredential = Pick<
  Credential,
  'twoFactorSecret' | 'mustChangePassword' | 'lastSignInAt' | 'ssoIssuer' | 'mayUsePassword'
>;
export function toUserView(
  row: User,
  credential: ShownCredential | undefined,
  { employee, lockEnds }: { employee: AccountEmployee | undefined; lockEnds: readonly (Date | null)[] },
): UserView {
  const ends = lockEnds.filter((end) => end !== null && end > now()).map(Number);
  return {
    ...resourceFields(row),
    email: row.email,
    fullName: row.fullName,
    roles: row.roles,
    isActive: row.isActive,
    deactivatedBecause: row.deactivatedBecause ?? null,
    employeeId: row.employeeId,
    employee: employee?.fullName ?? null,
    employeeEmail: employee?.email ?? null,
    lockedUntil: ends.length === 0 ? null : toInstantOrNull(new Date(Math.max(...ends))),
    twoFactorEnabled: typeof credential?.twoFactorSecret === 'string',
    mustChangePassword: credential?.mustChangePassword ?? false,
    lastSignInAt: toInstantOrNull(credential?.lastSignInAt),
    ssoIssuer: credential?.ssoIssuer ?? null,
    mayUsePassword: credential?.mayUsePassword ?? false,
  };
}
