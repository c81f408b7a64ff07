import type { EmployeeStatus } from '../../../shared/people/employee-status';
import type { BulkIds } from '../../http/bulk';
import type { Id } from '../../http/types';

/** What can be done with several employees at once. */
export enum EmployeeAction {
  Invite = 'invite',
  Department = 'department',
  Manager = 'manager',
  JobProfile = 'job-profile',
  Status = 'status',
}

/** What an action sets: the field that it is about, and no other one. */
export interface EmployeeActionValues {
  /** Of `department`; null: none. */
  departmentId?: Id | null;
  /** Of `manager`; null: none. */
  managerId?: Id | null;
  /** Of `job-profile`; null: none. */
  jobProfileId?: Id | null;
  /** Of `status`. */
  status?: EmployeeStatus;
}

/** POST /api/employees/bulk. */
export interface ChangeEmployees {
  action: EmployeeAction;
  ids: BulkIds;
  /** Omitted for `invite`. */
  values?: EmployeeActionValues;
  /** Says what would happen, without doing it. */
  dryRun?: boolean;
}
