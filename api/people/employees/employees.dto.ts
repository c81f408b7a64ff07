import type { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Employee } from '../../../shared/people/employee.model';
import { resourceFields } from '../../http/resource-fields';
import type { CalendarDate, Code, Email, Id, ResourceFields } from '../../http/types';

/**
 * A first or last name: 1 to 100 characters.
 * @minLength 1 must not be empty
 * @maxLength 100 must have at most 100 characters
 * @pattern ^(?=.*\S)[^\x00-\x1f\x7f\u0085\u2028\u2029]+$ must be one line that is not blank
 */
export type PersonName = string;

/** An employee. */
export interface EmployeeView extends ResourceFields {
  /** @example "E-0042" */
  employeeCode: string | null;
  /** @example "Ana" */
  firstName: string;
  /** @example "García" */
  lastName: string;
  /** @example "Ana García" */
  fullName: string;
  /** @example "ana.garcia@example.com" */
  email: string;
  /** Only Active employees receive evaluations and count toward the plan limit. */
  status: EmployeeStatus;
  departmentId: Id | null;
  /** Name of the department. */
  department: string | null;
  managerId: Id | null;
  /** Full name of the manager. */
  manager: string | null;
  jobProfileId: Id | null;
  /** Name of the job profile. */
  jobProfile: string | null;
  hireDate: CalendarDate | null;
  terminationDate: CalendarDate | null;
  /** The photo; download it at `/api/employees/{id}/photo`. */
  photoFileId: Id | null;
  /** The linked account. */
  userId: Id | null;
  /** Whether someone has ever signed in with the linked account. */
  hasSignedIn: boolean;
}

/** An option for dropdowns of employees. */
export interface EmployeeOption {
  id: Id;
  /** Full name. */
  name: string;
  employeeCode: string | null;
  email: string;
}

/** The face of an employee in lists: the photo as a small image, or the initials. */
export interface EmployeePhoto {
  /** The employee. */
  id: Id;
  /** First letters of the first and the last name. */
  initials: string;
  /** WebP of 64 × 64 pixels, as a data URL; null without a photo. */
  image: string | null;
}

export interface CreateEmployee {
  id?: Id;
  employeeCode?: Code | null;
  firstName: PersonName;
  lastName: PersonName;
  email: Email;
  departmentId?: Id | null;
  managerId?: Id | null;
  jobProfileId?: Id | null;
  hireDate?: CalendarDate | null;
}

export interface UpdateEmployee {
  employeeCode?: Code | null;
  firstName?: PersonName;
  lastName?: PersonName;
  email?: Email;
  status?: EmployeeStatus;
  departmentId?: Id | null;
  managerId?: Id | null;
  jobProfileId?: Id | null;
  hireDate?: CalendarDate | null;
  /** Only for a Terminated employee; defaults to the day (UTC) on which the employee became Terminated. */
  terminationDate?: CalendarDate | null;
}

type NameOf = (id: string | null) => string | null;

/** The names of the rows that an employee refers to, and the account of the employee. */
export interface EmployeeReferences {
  department: NameOf;
  manager: NameOf;
  jobProfile: NameOf;
  /** The linked account of an employee. */
  account(employeeId: string): { id: string; hasSignedIn: boolean } | undefined;
}

export function toEmployeeView(row: Employee, references: EmployeeReferences): EmployeeView {
  const account = references.account(row._id);
  return {
    ...resourceFields(row),
    employeeCode: row.employeeCode,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: row.fullName,
    email: row.email,
    status: row.status,
    departmentId: row.departmentId,
    department: references.department(row.departmentId),
    managerId: row.managerId,
    manager: references.manager(row.managerId),
    jobProfileId: row.jobProfileId,
    jobProfile: references.jobProfile(row.jobProfileId),
    hireDate: row.hireDate,
    terminationDate: row.terminationDate,
    photoFileId: row.photoFileId,
    userId: account?.id ?? null,
    hasSignedIn: account?.hasSignedIn ?? false,
  };
}
