import { isDuplicate } from '../../../shared/db/bulk';
import { invalid } from '../../../shared/kernel/errors';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';

/**
 * Changes the email of an account to its employee's new one; password reset links to the old one stop working. Call it
 * in the transaction that changes the employee; throws VALIDATION on `email` when another account has the new one.
 */
export async function changeAccountEmail({ _id, fullName }: User, email: string): Promise<void> {
  if (await UserModel.exists({ email, _id: { $ne: _id } })) throw emailTaken();
  try {
    await UserModel.updateOne({ _id }, { $set: { email, fullName } });
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error; // a concurrent request has given it to another account
  }
  await CredentialModel.updateOne(
    { _id },
    { $set: { resetTokenHash: null, resetTokenUntil: null, resetRequestId: null } },
  );
}

const emailTaken = () => invalid({ field: 'email', message: 'is the email of another account' });
