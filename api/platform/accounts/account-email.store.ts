import { isDuplicate } from '../../../shared/db/bulk';
import { invalid } from '../../../shared/kernel/errors';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { leaveFormerEmail } from './former-email.store';

/**
 * Changes the email of an account to its employee's new one, with all that ends with the former one. Call it
 * in the transaction that changes the employee; throws VALIDATION on `email` when another account has the new one.
 */
export async function changeAccountEmail(account: User, email: string): Promise<void> {
  const { _id, fullName } = account;
  if (await UserModel.exists({ email, _id: { $ne: _id } })) throw emailTaken();
  try {
    await UserModel.updateOne({ _id }, { $set: { email, fullName } });
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error; // a concurrent request has given it to another account
  }
  await leaveFormerEmail(account);
}

const emailTaken = () => invalid({ field: 'email', message: 'is the email of another account' });
