import { actor, tenantId } from '../../../shared/kernel/context';
import { notFound } from '../../../shared/kernel/errors';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { BriefCache } from '../../http/brief-cache';
import { sessionState } from '../sign-in/session-state';
import { employeeName, hasDirectReports } from './account-employee.queries';
import { getMyPreferences } from './my-preferences.service';
import { type AccountEmployee, type ProfileView, toProfileView } from './my-profile.dto';

/** Employees of accounts, by tenant and id: a user interface reads its user's profile on every page. */
const employees = new BriefCache<AccountEmployee>();
const NO_EMPLOYEE: AccountEmployee = { name: null, initials: null, hasDirectReports: false };

/**
 * Returns the caller's account; throws NOT_FOUND when it is deleted. The row is current; organization, credential, employee and
 * preferences may be 0.9 s old, as in authentication.
 */
export async function getMyProfile(): Promise<ProfileView> {
  const { userId, sessionId } = actor();
  const [row, state, preferences] = await Promise.all([
    UserModel.findById(userId).lean<User>(),
    sessionState(tenantId(), sessionId),
    getMyPreferences(),
  ]);
  if (!row || !state) throw notFound();
  return toProfileView(row, state, await accountEmployee(row.employeeId), preferences);
}

async function accountEmployee(id: string | null): Promise<AccountEmployee> {
  if (id === null) return NO_EMPLOYEE;
  return employees.get(`${tenantId()}/${id}`, async () => {
    const [named, isManager] = await Promise.all([employeeName(id), hasDirectReports(id)]);
    return { ...NO_EMPLOYEE, ...named, hasDirectReports: isManager };
  });
}
