import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { searchFilter } from '../../../shared/db/search';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { refusedUntil } from '../sign-in/unknown-address-attempts';
import { employeesById } from './account-employee.queries';
import { toUserView, type UserView } from './users-admin.dto';

/** One page of the tenant's accounts by name; throws VALIDATION for an unknown role. */
export async function listUsers(
  { search, role, isActive }: { search?: string; role?: string; isActive?: boolean },
  page: PageRequest,
): Promise<{ items: UserView[]; totalCount: number }> {
  const roles = enumerationFilter(Role, role, 'role');
  const filter = {
    ...searchFilter(search),
    ...(roles ? { roles } : {}),
    ...(isActive === undefined ? {} : { isActive }),
  };
  const { rows, totalCount } = await listRows(UserModel, filter, { searchText: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getUser(id: string): Promise<UserView> {
  const row = await UserModel.findById(id).lean<User>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly User[]): Promise<UserView[]> {
  const [credentials, employeeOf] = await Promise.all([
    pickRows(
      CredentialModel.find({ _id: { $in: rows.map((row) => row._id) } }),
      'lockedUntil',
      'twoFactorSecret',
      'mustChangePassword',
      'lastSignInAt',
      'ssoIssuer',
      'mayUsePassword',
    ),
    employeesById(rows.map((row) => row.employeeId)),
  ]);
  const refused = await Promise.all(rows.map(async ({ email }) => refusedUntil(email)));
  const credentialOf = new Map(credentials.map((credential) => [credential._id, credential]));
  return rows.map((row, at) => {
    const credential = credentialOf.get(row._id);
    const ends = [credential?.lockedUntil ?? null, refused[at] ?? null];
    return toUserView(row, credential, { employee: employeeOf.get(row.employeeId), lockEnds: ends });
  });
}
