import type { Role } from '../../../shared/kernel/permissions';
import type { BulkIds } from '../../http/bulk';

/** What can be done with several accounts at once. */
export enum UserAction {
  Activate = 'activate',
  Deactivate = 'deactivate',
  Roles = 'roles',
  Unlock = 'unlock',
  ResetPassword = 'reset-password',
  ResetTwoFactor = 'reset-two-factor',
  RevokeAllSessions = 'revoke-all-sessions',
}

/** What an action sets. */
export interface UserActionValues {
  /** Of `roles`: all roles that the accounts have from then on; `User` is added. */
  roles?: Role[];
}

/** POST /api/users-admin/bulk. */
export interface ChangeUsers {
  action: UserAction;
  ids: BulkIds;
  /** Omitted but for `roles`. */
  values?: UserActionValues;
  /** Says what would happen, without doing it. */
  dryRun?: boolean;
}
