import { actor, tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { type User, UserModel } from '../../shared/platform/user.model';
import { BriefCache } from '../http/brief-cache';
import { sessionState } from '../http/session-state';
import { employeeNames } from './account-employee.queries';
import { type ProfileView, toProfileView } from './my-profile.dto';

/** Names of employees, by tenant and id: an interface asks for the own profile at every page. */
const names = new BriefCache<string | null>();

/**
 * The caller's own account; throws NOT_FOUND when it is gone. The row is read now; what it shows of the organization, the
 * credential and the employee is at most 0.9 s old, as what authentication knows of them.
 */
export async function getMyProfile(): Promise<ProfileView> {
  const { userId, sessionId } = actor();
  const [row, state] = await Promise.all([
    UserModel.findById(userId).lean<User>(),
    sessionState(tenantId(), sessionId),
  ]);
  if (!row || !state) throw notFound();
  return toProfileView(row, state, await employeeName(row.employeeId));
}

async function employeeName(id: string | null): Promise<string | null> {
  if (id === null) return null;
  return names.get(`${tenantId()}/${id}`, async () => (await employeeNames([id]))(id));
}
