import { randomUUID } from 'node:crypto';
import { createAccount } from '../../api/platform/accounts/account.store';
import { inTransaction } from '../../shared/db/transaction';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { type Role } from '../../shared/kernel/permissions';
import { type Credential, CredentialModel } from '../../shared/platform/accounts/credential.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { hashPassword } from '../../shared/platform/passwords/passwords';
import { withinTenant } from './tenant';

export const PASSWORD = 'vivid-otter-parade-41';
let hash: Promise<string> | undefined;

export interface TestAccount {
  id: string;
  email: string;
  password: string;
}

/** An account with a password in the tenant, or of the platform. */
export async function makeAccount(
  scope: string = PLATFORM_SCOPE,
  options: {
    roles?: Role[];
    email?: string;
    fullName?: string;
    employeeId?: string;
    locale?: string;
    credential?: Partial<Credential>;
  } = {},
): Promise<TestAccount> {
  hash ??= hashPassword(PASSWORD);
  const passwordHash = await hash;
  const email = options.email ?? `${randomUUID()}@example.test`;
  const { roles = [], fullName = 'Ana García', employeeId, locale, credential } = options;
  const id = await withinTenant(scope, async () => {
    const created = await inTransaction(() => createAccount({ email, fullName, roles, employeeId, passwordHash }));
    if (locale) await UserModel.updateOne({ _id: created }, { $set: { locale } });
    if (credential) await CredentialModel.updateOne({ _id: created }, { $set: credential });
    return created;
  });
  return { id, email, password: PASSWORD };
}
