import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { Role } from '../../kernel/permissions';

/** Why an account is not active. */
export enum Deactivation {
  /** Its employee left or was deleted; an invitation activates it again. */
  Left = 'Left',
  Administrator = 'Administrator',
}

/** An account. Accounts of the platform are in PLATFORM_SCOPE. Its secrets are in Credential. */
export interface User extends TenantRow {
  /** Trimmed and lower-cased; unique in the tenant. */
  email: string;
  fullName: string;
  roles: Role[];
  isActive: boolean;
  /** null while it is active. */
  deactivatedBecause: Deactivation | null;
  employeeId: string | null;
  locale: string | null;
  avatarFileId: string | null;
  /** Folded name and email, for searches. */
  searchText: string;
}

export const UserModel = tenantModel<User>(
  'User',
  {
    email: { type: String, required: true },
    fullName: { type: String, required: true },
    roles: { type: [String], required: true, enum: Object.values(Role) },
    isActive: { type: Boolean, required: true, default: true },
    deactivatedBecause: { type: String, default: null, enum: [...Object.values(Deactivation), null] },
    employeeId: { type: String, default: null },
    locale: { type: String, default: null },
    avatarFileId: { type: String, default: null },
  },
  {
    searchable: ['fullName', 'email'],
    indexes: [
      { keys: { email: 1 }, unique: true },
      // For lists; the searched text is compared in the index.
      { keys: { fullName: 1, _id: 1, searchText: 1 } },
      { keys: { isActive: 1, fullName: 1, _id: 1, searchText: 1 } },
      { keys: { roles: 1, fullName: 1, _id: 1, searchText: 1 } },
      { keys: { avatarFileId: 1 }, whereText: ['avatarFileId'] },
      { keys: { employeeId: 1 }, unique: true, whereText: ['employeeId'] },
    ],
  },
);
