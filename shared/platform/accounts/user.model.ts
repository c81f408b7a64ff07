import { ACCOUNT } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { Role } from '../../kernel/permissions';
import { OPTIONAL_MAILS, type OptionalMail } from './optional-mails';

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
  /** Emails that the person has turned off; omitted by older releases. */
  mailsOff?: OptionalMail[];
  /** Folded name and email, for searches. */
  searchText: string;
}

export const UserModel = tenantModel<User>(
  'User',
  {
    email: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    fullName: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    roles: { type: [String], required: true, enum: Object.values(Role), personal: 'subject: deleted', access: 'shown' },
    isActive: { type: Boolean, required: true, default: true, personal: 'subject: deleted', access: 'shown' },
    deactivatedBecause: {
      type: String,
      default: null,
      enum: [...Object.values(Deactivation), null],
      personal: 'subject: deleted',
      access: 'shown',
    },
    employeeId: { type: String, default: null, personal: 'subject: deleted', access: 'internal' },
    locale: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    avatarFileId: { type: String, default: null, personal: 'subject: deleted', access: 'avatar = StoredFile.name' },
    mailsOff: { type: [String], required: true, enum: OPTIONAL_MAILS, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Lets a person sign in',
      seenBy: 'The person; TenantAdmin',
      kept: 'Until erasure',
      links: { _id: ACCOUNT },
    },
    searchable: ['fullName', 'email'],
    indexes: [
      { keys: { email: 1 }, unique: true },
      { keys: { searchText: 1, _id: 1 } },
      { keys: { isActive: 1, searchText: 1, _id: 1 } },
      { keys: { roles: 1, searchText: 1, _id: 1 } },
      { keys: { avatarFileId: 1 }, whereText: ['avatarFileId'] },
      { keys: { employeeId: 1 }, unique: true, whereText: ['employeeId'] },
    ],
  },
);
