import { pickRow } from '../../../shared/db/pick';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { activeEmployeeByEmail } from '../accounts/account-employee.queries';
import { createAccount, recordNewAccount, withUser } from '../accounts/account.store';
import { SsoFailure } from './sso-failure';

/** The identity of a user at a provider; these two alone identify a linked account (OpenID Connect Core 1.0, section 5.7). */
export interface SsoIdentity {
  issuer: string;
  subject: string;
}

/** Returns the account that is linked to an identity, or null; throws SsoFailure when it is not active. */
export async function linkedAccount({ issuer, subject }: SsoIdentity): Promise<User | null> {
  const credential = await pickRow(CredentialModel.findOne({ ssoIssuer: issuer, ssoSubject: subject }), '_id');
  if (!credential) return null;
  const user = await UserModel.findById(credential._id).lean<User>();
  if (!user?.isActive) throw new SsoFailure('sso-no-account');
  return user;
}

/**
 * Links the account with this email, or creates one for the Active employee who has it. An account that is already linked at
 * the issuer keeps its link: a provider may give an address to another person. Call it in a transaction; throws SsoFailure.
 */
export async function linkAccount(identity: SsoIdentity, email: string): Promise<User> {
  const user = (await UserModel.findOne({ email }).lean<User>()) ?? (await newAccount(email));
  if (!user?.isActive) throw new SsoFailure('sso-no-account');
  const { issuer, subject } = identity;
  const linked = await CredentialModel.updateOne(
    { _id: user._id, ssoIssuer: { $ne: issuer } },
    { $set: { ssoIssuer: issuer, ssoSubject: subject } },
  );
  if (linked.matchedCount === 0) throw new SsoFailure('sso-no-account');
  await recordAudit('sso.linked', {
    entityType: AuditEntity.User,
    entityId: user._id,
    changes: [{ field: 'issuer', before: null, after: issuer }],
    by: user._id,
  });
  return user;
}

async function newAccount(email: string): Promise<User | null> {
  const employee = await activeEmployeeByEmail(email);
  if (!employee || (await UserModel.exists({ employeeId: employee._id }))) return null;
  const account = { email, fullName: employee.fullName, roles: withUser([]), employeeId: employee._id };
  const id = await createAccount({ ...account, passwordHash: null });
  await recordNewAccount(id, account);
  return UserModel.findById(id).lean<User>();
}
