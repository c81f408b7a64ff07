import { pickRow } from '../../../shared/db/pick';
import { inTransaction } from '../../../shared/db/transaction';
import { asSystem, PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { temporaryPassword } from '../../../shared/platform/passwords/temporary-password';
import { putTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { createAccount, recordNewAccount, withUser } from './account.store';

/** What the operator needs to sign in. */
export interface Recovered {
  email: string;
  password: string;
  expiresAt: Date;
  isNew: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const FULL_NAME = 'System administrator';

/**
 * Makes the account of an address an active SystemAdmin with a temporary password and without two-factor
 * authentication, creating it if necessary. Throws BAD_REQUEST for an invalid address, and CONFLICT for the address of
 * an organization's account.
 */
export async function recoverSystemAdmin(address: string): Promise<Recovered> {
  const email = normalizeEmail(address);
  if (!EMAIL.test(email)) throw new Error(`"${address}" is not an email address.`);
  return runInContext({ requestId: newId(), tenantId: PLATFORM_SCOPE, actor: null }, async () => {
    await refuseOrganizationAccount(email);
    // Derived from an id that is not stored, so that it cannot be derived again.
    const password = temporaryPassword(newId());
    const hash = await hashPassword(password);
    const { expiresAt, isNew } = await inTransaction(() => putInForce(email, hash));
    return { email, password, expiresAt, isNew };
  });
}

/** Otherwise an organization's user would become an operator of all organizations. */
async function refuseOrganizationAccount(email: string): Promise<void> {
  const isTaken = await asSystem('an address is an operator or belongs to an organization', async () =>
    UserModel.exists({ email, tenantId: { $ne: PLATFORM_SCOPE } }),
  );
  if (isTaken)
    throw new Error(`${email} belongs to an account of an organization. Use another address for the platform.`);
}

async function putInForce(email: string, hash: string): Promise<Pick<Recovered, 'expiresAt' | 'isNew'>> {
  const account = await pickRow(UserModel.findOne({ email }), '_id');
  const roles = withUser([Role.SystemAdmin]);
  const userId = account?._id ?? (await createAccount({ email, fullName: FULL_NAME, roles, passwordHash: null }));
  if (account) await UserModel.updateOne({ _id: userId }, { $set: { isActive: true, roles } });
  const expiresAt = await putTemporaryPassword({ _id: userId }, hash, {
    twoFactorSecret: null,
    pendingTwoFactorSecret: null,
    temporaryPasswordJobId: null,
  });
  if (!expiresAt) throw new Error(`The account ${userId} has no credential.`);
  if (!account) await recordNewAccount(userId, { email, fullName: FULL_NAME, roles, employeeId: null });
  await recordAudit('user.recovered', { entityType: AuditEntity.User, entityId: userId });
  return { expiresAt, isNew: !account };
}
