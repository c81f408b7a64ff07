import { context } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { mayTakeOver, presentChanger } from '../../../shared/platform/accounts/account-rank';
import type { User } from '../../../shared/platform/accounts/user.model';

/** Throws FORBIDDEN when the caller must not decide how the account is signed in to. */
export function assertMayTakeOver(user: Pick<User, '_id' | 'roles'>): void {
  if (!mayTakeOver(presentChanger(), user)) throw outranked();
}

/**
 * Throws FORBIDDEN for an HRManager and the account of a TenantAdmin. An identity provider decides who works for the organization,
 * whatever their role.
 */
export function assertMayEnd(user: Pick<User, 'roles'>): void {
  if (isProvisioning()) return;
  if (user.roles.includes(Role.TenantAdmin) && !presentChanger().roles.includes(Role.TenantAdmin)) throw outranked();
}

const outranked = (): AppError => new AppError('FORBIDDEN', 'Only a TenantAdmin can change how this account signs in.');

/** Whether a provisioning token makes the change: it is not refused, and leaves the account as it is. */
export const isProvisioning = (): boolean => context().scimTokenId !== undefined;
