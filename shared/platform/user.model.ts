import type { TenantRow } from '../db/rows';
import { foldForSearch } from '../db/search';
import { tenantModel } from '../db/tenant-model';
import { Role } from '../kernel/permissions';

/** An access account. Accounts of the platform live in PLATFORM_SCOPE. What proves who it is, is its Credential. */
export interface User extends TenantRow {
  /** Trimmed and lower-cased; unique in the tenant. */
  email: string;
  fullName: string;
  roles: Role[];
  isActive: boolean;
  employeeId: string | null;
  locale: string | null;
  avatarFileId: string | null;
  /** Folded name and e-mail: what search looks in. */
  searchText: string;
}

function searchTextOf(this: User): string {
  return foldForSearch(this.fullName, this.email);
}

export const UserModel = tenantModel<User>(
  'User',
  {
    email: { type: String, required: true },
    fullName: { type: String, required: true },
    roles: { type: [String], required: true, enum: Object.values(Role) },
    isActive: { type: Boolean, required: true, default: true },
    employeeId: { type: String, default: null },
    locale: { type: String, default: null },
    avatarFileId: { type: String, default: null },
    searchText: { type: String, required: true, default: searchTextOf },
  },
  {
    indexes: [
      { keys: { email: 1 }, unique: true },
      { keys: { fullName: 1 } },
      { keys: { roles: 1 } },
      { keys: { employeeId: 1 }, unique: true, whereText: ['employeeId'] },
    ],
  },
);
