import { pickRows } from '../../../shared/db/pick';
import { assertValid, invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { type BulkResult, changeRows } from '../../http/bulk';
import { withUser } from './account.store';
import {
  resetUserPassword,
  resetUserTwoFactor,
  revokeAllSessions,
  unlockUser,
  updateUser,
  validateRoles,
} from './users-admin.service';
import { type ChangeUsers, UserAction, type UserActionValues } from './users-bulk.dto';

type Change = (id: string) => Promise<unknown>;

/**
 * Applies an action to several accounts by the rules of the single operation; refused ones do not change. Throws
 * VALIDATION on `values`.
 */
export async function changeUsers(input: ChangeUsers): Promise<BulkResult> {
  const { action, values } = input;
  const change = changeOf(action, values);
  return changeRows(input, async (rows) => {
    const users = rows.found(await pickRows(UserModel.find({ _id: { $in: rows.open } }), 'isActive', 'roles'));
    const others = rows.open.filter((id) => !isAsRequested(users.get(id), action, values));
    return rows.each(change, others);
  });
}

function isAsRequested(
  user: Pick<User, 'isActive' | 'roles'> | undefined,
  action: UserAction,
  { roles = [] }: UserActionValues = {},
): boolean {
  if (action === UserAction.Roles) return user?.roles.join() === withUser(roles).join();
  if (action === UserAction.Activate) return user?.isActive === true;
  return action === UserAction.Deactivate && user?.isActive === false;
}

function changeOf(action: UserAction, { roles }: UserActionValues = {}): Change {
  switch (action) {
    case UserAction.Activate:
      return (id) => updateUser(id, { isActive: true });
    case UserAction.Deactivate:
      return (id) => updateUser(id, { isActive: false });
    case UserAction.Unlock:
      return unlockUser;
    case UserAction.ResetPassword:
      return resetUserPassword;
    case UserAction.ResetTwoFactor:
      return resetUserTwoFactor;
    case UserAction.RevokeAllSessions:
      return revokeAllSessions;
    case UserAction.Roles: {
      if (roles === undefined) throw invalid({ field: 'values.roles', ...refusal('REQUIRED') });
      assertValid(validateRoles(roles, 'values.roles'));
      return (id) => updateUser(id, { roles });
    }
  }
}
