import type { EmployeeStatus } from '../../../shared/people/employee-status';
import type { BulkIds } from '../../http/bulk';
import type { Id } from '../../http/types';

/** A bulk action on employees. */
export enum EmployeeAction {
  Invite = 'invite',
  Department = 'department',
  Manager = 'manager',
  JobProfile = 'job-profile',
  Status = 'status',
}

/** The value of an action: send only its field. */
export interface EmployeeActionValues {
  /** For `department`; null: none. */
  departmentId?: Id | null;
  /** For `manager`; null: none. */
  managerId?: Id | null;
  /** For `job-profile`; null: none. */
  jobProfileId?: Id | null;
  /** For `status`. */
  status?: EmployeeStatus;
}

/** POST /api/employees/bulk. */
export interface ChangeEmployees {
  action: EmployeeAction;
  ids: BulkIds;
  /** Omit it for `invite`. */
  values?: EmployeeActionValues;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}
