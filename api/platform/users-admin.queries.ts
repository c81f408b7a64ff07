import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import { notFound } from '../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { type User, UserModel } from '../../shared/platform/user.model';
import type { PageRequest } from '../http/pagination';
import { employeeNames } from './account-employee.queries';
import { toUserView, type UserView } from './users-admin.dto';

/** One page of the tenant's accounts by name. */
export async function listUsers(
  search: string | undefined,
  page: PageRequest,
): Promise<{ items: UserView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(UserModel, searchFilter(search), { fullName: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One account; throws NOT_FOUND. */
export async function getUser(id: string): Promise<UserView> {
  const row = await UserModel.findById(id).lean<User>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly User[]): Promise<UserView[]> {
  const [credentials, employee] = await Promise.all([
    CredentialModel.find({ _id: { $in: rows.map((row) => row._id) } })
      .select('lockedUntil twoFactorSecret mustChangePassword lastSignInAt')
      .lean<Credential[]>(),
    employeeNames(rows.map((row) => row.employeeId)),
  ]);
  const credentialOf = new Map(credentials.map((credential) => [credential._id, credential]));
  return rows.map((row) => toUserView(row, credentialOf.get(row._id), employee(row.employeeId)));
}
