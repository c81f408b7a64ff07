import { actor, context } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import type { User } from '../../../shared/platform/accounts/user.model';

/**
 * Throws FORBIDDEN when the caller has fewer rights than the account: whoever sets its password or address can sign in
 * as it. A provisioning token has the rights of the TenantAdmin who created it.
 */
export function assertRank(user: Pick<User, 'roles'>): void {
  if (context().scimTokenId !== undefined) return;
  if (user.roles.includes(Role.TenantAdmin) && !actor().roles.includes(Role.TenantAdmin))
    throw new AppError('FORBIDDEN', 'Only a TenantAdmin can change how a TenantAdmin signs in.');
}
