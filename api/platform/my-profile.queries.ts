import { actor, tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { type User, UserModel } from '../../shared/platform/user.model';
import { sessionState } from '../http/session-state';
import { employeeNames } from './account-employee.queries';
import { type ProfileView, toProfileView } from './my-profile.dto';

/**
 * The caller's own account; throws NOT_FOUND when it is gone. The row is read now; organization and credential are what
 * authentication has just read of them, at most 0.9 s ago.
 */
export async function getMyProfile(): Promise<ProfileView> {
  const { userId, employeeId, sessionId } = actor();
  const [row, state, name] = await Promise.all([
    UserModel.findById(userId).lean<User>(),
    sessionState(tenantId(), sessionId),
    employeeNames([employeeId]),
  ]);
  if (!row || !state) throw notFound();
  return toProfileView(row, state, name(row.employeeId));
}
