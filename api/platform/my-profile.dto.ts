import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Role } from '../../shared/kernel/permissions';
import type { Credential } from '../../shared/platform/credential.model';
import type { Tenant } from '../../shared/platform/tenant.model';
import type { User } from '../../shared/platform/user.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields } from '../http/types';
import type { Password } from './auth.dto';

/** The caller's own account. */
export interface ProfileView extends ResourceFields {
  /** @example "ana.garcia@example.com" */
  email: string;
  /** @example "Ana García" */
  fullName: string;
  roles: Role[];
  /** The user's own language; null is the organization's. */
  locale: string | null;
  employeeId: Id | null;
  /** Full name of the employee that the account belongs to. */
  employee: string | null;
  /** Whether the password is temporary: it opens nothing but changing it. */
  mustChangePassword: boolean;
  lastSignInAt: Instant | null;
  /** The organization; null for accounts of the platform. */
  organization: { id: Id; name: string; slug: string } | null;
}

/** POST /api/my-profile/change-password. */
export interface ChangePassword {
  currentPassword: Password;
  newPassword: Password;
}

/** The caller's own account as the API shows it. */
export function toProfileView(
  row: User,
  credential: Credential | null,
  names: { employee: string | null; tenant: Tenant | null },
): ProfileView {
  const { employee, tenant } = names;
  return {
    ...resourceFields(row),
    email: row.email,
    fullName: row.fullName,
    roles: row.roles,
    locale: row.locale,
    employeeId: row.employeeId,
    employee,
    mustChangePassword: credential?.mustChangePassword ?? false,
    lastSignInAt: toInstantOrNull(credential?.lastSignInAt),
    organization: tenant && { id: tenant._id, name: tenant.name, slug: tenant.slug },
  };
}
