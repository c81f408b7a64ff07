import { isDuplicate } from '../../db/bulk';
import { invalid } from '../../kernel/errors';
import { CredentialModel } from './credential.model';
import { type User, UserModel } from './user.model';

/**
 * Gives an account the new email of its employee; a link that was emailed to the old one no longer works. Call it in the
 * transaction that changes the employee; throws VALIDATION on `email` when another account has the new one.
 */
export async function changeAccountEmail({ _id, fullName }: User, email: string): Promise<void> {
  if (await UserModel.exists({ email, _id: { $ne: _id } })) throw emailTaken();
  try {
    await UserModel.updateOne({ _id }, { $set: { email, fullName } });
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error; // another account took it at the same moment
  }
  await CredentialModel.updateOne(
    { _id },
    { $set: { resetTokenHash: null, resetTokenUntil: null, resetRequestId: null } },
  );
}

const emailTaken = () => invalid({ field: 'email', message: 'is the email of another account' });
