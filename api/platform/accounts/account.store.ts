import { bulkCause } from '../../../shared/db/bulk-cause';
import { normalizeEmail } from '../../../shared/kernel/email';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';

export interface NewAccount {
  id?: string;
  email: string;
  fullName: string;
  roles: readonly Role[];
  employeeId?: string | null;
  /** argon2id; null: no one can sign in until a password is set. */
  passwordHash: string | null;
}

/**
 * Creates an account with its credential in the context's tenant and returns its id. Call it inside `inTransaction`, so
 * that neither exists without the other; a duplicate id or email is a duplicate-key error, answered as CONFLICT.
 */
export async function createAccount(account: NewAccount): Promise<string> {
  const user = newUser(account);
  await UserModel.create(user);
  await CredentialModel.create({ _id: user._id, passwordHash: account.passwordHash });
  return user._id;
}

/** As `createAccount`, for several accounts, which it returns in their order: two commands. */
export async function createAccounts(accounts: readonly NewAccount[]): Promise<User[]> {
  if (accounts.length === 0) return [];
  const users = accounts.map(newUser);
  try {
    const stored = await UserModel.insertMany(users);
    await CredentialModel.insertMany(
      users.map(({ _id }, at) => ({ _id, passwordHash: accounts[at]?.passwordHash ?? null })),
    );
    return stored.map((row) => row.toObject());
  } catch (error) {
    throw bulkCause(error);
  }
}

function newUser({ id, email, fullName, roles, employeeId }: NewAccount): Pick<User, '_id'> & Partial<User> {
  return {
    _id: id ?? newId(),
    email: normalizeEmail(email),
    fullName: fullName.trim(),
    roles: withUser(roles),
    employeeId: employeeId ?? null,
  };
}

/** Records a new account in the audit log; call it in the transaction that creates it. */
export async function recordNewAccount(
  id: string,
  account: Pick<User, 'email' | 'fullName' | 'roles' | 'employeeId'>,
): Promise<void> {
  const changes = auditChanges<Partial<User>>({}, account, ['email', 'fullName', 'roles', 'employeeId']);
  await recordAudit('user.created', { entityType: AuditEntity.User, entityId: id, changes });
}

/** Returns the distinct roles including `User`, which everyone has, the most powerful first. */
export function withUser(roles: readonly Role[]): Role[] {
  return Object.values(Role).filter((role) => role === Role.User || roles.includes(role));
}
