import { actor, inTenant, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { invalid } from '../../shared/kernel/errors';
import { Role } from '../../shared/kernel/permissions';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { countTestEmail } from '../http/account-limits';

/**
 * Returns the address of a test email: the caller's own, or that of an account of the organization (for a platform
 * account, of the platform). Counts the email. Throws VALIDATION, and RATE_LIMITED after ten in an hour.
 */
export async function testRecipient(to: string): Promise<string> {
  const email = normalizeEmail(to);
  const { roles, email: own } = actor();
  const scope = roles.includes(Role.SystemAdmin) ? PLATFORM_SCOPE : tenantId();
  const isKnown = email === normalizeEmail(own) || (await inTenant(scope, async () => UserModel.exists({ email })));
  if (!isKnown) throw invalid({ field: 'to', ...refusal('TEST_RECIPIENT_UNKNOWN') });
  await countTestEmail();
  return email;
}
