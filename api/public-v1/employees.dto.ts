import { toInstant } from '../../shared/kernel/clock';
import type { EmployeeStatus } from '../../shared/people/employee-status';
import type { Employee } from '../../shared/people/employee.model';
import type { CalendarDate, Id, Instant } from '../http/types';
import type { DeletedRowV1 } from './changes.dto';
import type { Reference } from './reference-rows.queries';

/** An employee. */
export interface EmployeeV1 {
  /** Key of the person: `employeeId` of the datasets; stays the same when name, email or code change. */
  id: Id;
  /**
   * The code that the organization gives the employee.
   * @example "E-0042"
   */
  employeeCode: string | null;
  /** @example "Ana" */
  firstName: string;
  /** @example "García" */
  lastName: string;
  /** @example "Ana García" */
  fullName: string;
  /** @example "ana.garcia@example.com" */
  email: string;
  /** @example "Active" */
  status: EmployeeStatus;
  /**
   * Name of the department.
   * @example "Engineering"
   */
  department: string | null;
  /** The department; it stays the same when the name changes. */
  departmentId: Id | null;
  /**
   * Name of the job profile.
   * @example "Software engineer"
   */
  jobProfile: string | null;
  /** The job profile; a new version of it has an id of its own. */
  jobProfileId: Id | null;
  /**
   * Full name of the manager.
   * @example "Luis Rojas"
   */
  manager: string | null;
  /** The manager: `id` of `/employees`. */
  managerId: Id | null;
  hireDate: CalendarDate | null;
  /** When the employee, or a name that the row shows, last changed. */
  updatedAt: Instant;
}

/** A page of employees; removed ones, as their ids, only with `includeDeleted=true`. */
export interface EmployeePageV1 {
  items: (EmployeeV1 | DeletedRowV1)[];
  /**
   * @isInt
   * @minimum 0
   * @example 600
   */
  totalCount: number;
  /**
   * @isInt
   * @minimum 1
   * @example 1
   */
  page: number;
  /**
   * @isInt
   * @minimum 1
   * @maximum 200
   * @example 50
   */
  pageSize: number;
  /**
   * @isInt
   * @minimum 0
   * @example 12
   */
  totalPages: number;
}

/** The fields of an employee that a row needs. */
export const SHOWN_FIELDS = [
  '_id',
  'employeeCode',
  'firstName',
  'lastName',
  'fullName',
  'email',
  'status',
  'departmentId',
  'jobProfileId',
  'managerId',
  'hireDate',
  'updatedAt',
  'isDeleted',
] as const;
export type ShownEmployee = Pick<Employee, (typeof SHOWN_FIELDS)[number]>;

/** The references of an employee's row. */
export interface EmployeeReferences {
  department: Reference | undefined;
  jobProfile: Reference | undefined;
  manager: Reference | undefined;
  /** When the newest of these last changed. */
  changedAt: Date;
}

export function toEmployeeV1(row: ShownEmployee, references: EmployeeReferences): EmployeeV1 {
  const { department, jobProfile, manager, changedAt } = references;
  return {
    id: row._id,
    employeeCode: row.employeeCode,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: row.fullName,
    email: row.email,
    status: row.status,
    department: department?.name ?? null,
    departmentId: row.departmentId,
    jobProfile: jobProfile?.name ?? null,
    jobProfileId: row.jobProfileId,
    manager: manager?.name ?? null,
    managerId: row.managerId,
    hireDate: row.hireDate,
    updatedAt: toInstant(changedAt),
  };
}

export function toDeletedRowV1(row: { _id: string; updatedAt: Date }): DeletedRowV1 {
  return { id: row._id, updatedAt: toInstant(row.updatedAt), isDeleted: true };
}
