import type { Role } from '../../../shared/kernel/permissions';
import type { BulkIds } from '../../http/bulk';

/** A bulk action on accounts. */
export enum UserAction {
  Activate = 'activate',
  Deactivate = 'deactivate',
  Roles = 'roles',
  Unlock = 'unlock',
  ResetPassword = 'reset-password',
  ResetTwoFactor = 'reset-two-factor',
  RevokeAllSessions = 'revoke-all-sessions',
}

/** The values of an action. */
export interface UserActionValues {
  /** For `roles`: replaces all roles of the accounts; `User` is added. */
  roles?: Role[];
}

/** POST /api/users-admin/bulk. */
export interface ChangeUsers {
  action: UserAction;
  ids: BulkIds;
  /** Omit it except for `roles`. */
  values?: UserActionValues;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}
