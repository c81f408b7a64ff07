import { bulkUpdate, isDuplicate } from '../../db/bulk';
import { searchTextOf } from '../../db/searchable';
import { type AppError, invalid } from '../../kernel/errors';
import { refusal } from '../../kernel/refusals/refusal';
import { leaveFormerEmails } from './former-email.store';
import { type User, UserModel } from './user.model';

/** An account and the email that it gets. */
export interface AccountEmail {
  account: User;
  email: string;
}

/**
 * Changes the emails of accounts, which no others have, with all that ends with the former ones. Call it in the transaction that
 * changes their employees; throws VALIDATION on `email` when a concurrent request has given one to another account.
 */
export async function changeAccountEmails(changes: readonly AccountEmail[]): Promise<void> {
  try {
    await bulkUpdate(
      UserModel,
      changes.map(({ account: { _id, fullName }, email }) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { email, ...searchTextOf('User', { fullName, email }) }, $inc: { revision: 1 } },
        },
      })),
    );
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error;
  }
  await leaveFormerEmails(changes.map(({ account }) => account));
}

/** Returns the refusal of an email that another account has. */
export const emailTaken = (): AppError => invalid({ field: 'email', ...refusal('EMAIL_OF_ANOTHER_ACCOUNT') });
