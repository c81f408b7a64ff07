import { pickRow } from '../../db/pick';
import { currentTenant } from '../current-tenant.store';
import { UserModel } from './user.model';

/** Returns the language tag of a user's account; the organization's if it has none, and for an operator of the platform. */
export async function viewerLocale(userId: string | null): Promise<string> {
  const account = userId === null ? null : await pickRow(UserModel.findById(userId), 'locale');
  return account?.locale ?? (await currentTenant()).locale;
}
