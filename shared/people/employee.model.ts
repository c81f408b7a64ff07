import { EMPTIED, embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { normalizeEmail } from '../kernel/email';
import { EmployeeStatus } from './employee-status';

/** Why an employee's data must not be erased, and until when. */
export interface LegalHold {
  until: Date;
  reason: string;
  /** The user who set it, and when; older rows do not say when. */
  by: string;
  at?: Date | null;
}

/** What an identity provider stores with an employee. */
export interface Provisioned {
  /** The employee's id at the identity provider. */
  externalId?: string | null;
  /** The identifier by which the provider finds the employee, in lower case; null: the email. */
  userName?: string | null;
  /** How the provider named a manager who does not exist yet, in lower case. */
  awaitedManager?: string | null;
}

export interface Employee extends TenantRow, SoftDeletedRow, Provisioned {
  employeeCode: string | null;
  firstName: string;
  lastName: string;
  fullName: string;
  /** Trimmed and lower-cased; unique in the tenant. */
  email: string;
  status: EmployeeStatus;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
  /** Calendar dates, `yyyy-mm-dd`. */
  hireDate: string | null;
  terminationDate: string | null;
  photoFileId: string | null;
  legalHold?: LegalHold | null;
  /** When the employee's data was erased: the row is then a stub without a name. */
  erasedAt?: Date | null;
  /** Folded name, email and code, for searches; begins with the last name, for order. */
  searchText: string;
}

export const EmployeeModel = tenantModel<Employee>(
  'Employee',
  {
    employeeCode: { type: String, default: null, trim: true, personal: 'subject: emptied', access: 'shown' },
    firstName: { type: String, required: true, trim: true, personal: 'subject: emptied', access: 'shown' },
    lastName: { type: String, required: true, trim: true, personal: 'subject: emptied', access: 'shown' },
    fullName: { type: String, required: true, personal: 'subject: emptied', access: 'shown' },
    email: { type: String, required: true, set: normalizeEmail, personal: 'subject: emptied', access: 'shown' },
    status: {
      type: String,
      required: true,
      enum: Object.values(EmployeeStatus),
      default: EmployeeStatus.Active,
      personal: 'subject: kept',
      access: 'shown',
    },
    departmentId: { type: String, default: null, personal: 'subject: emptied', access: 'department = Department.name' },
    managerId: {
      type: String,
      default: null,
      personal: ['subject: emptied', 'actor: emptied'],
      access: 'manager = Employee.fullName',
    },
    jobProfileId: { type: String, default: null, personal: 'subject: emptied', access: 'jobProfile = JobProfile.name' },
    hireDate: { type: String, default: null, personal: 'subject: emptied', access: 'shown' },
    terminationDate: { type: String, default: null, personal: 'subject: emptied', access: 'shown' },
    photoFileId: { type: String, default: null, personal: 'subject: emptied', access: 'photo = StoredFile.name' },
    externalId: { type: String, default: null, personal: 'subject: emptied', access: 'internal' },
    userName: { type: String, default: null, personal: 'subject: emptied', access: 'shown' },
    awaitedManager: { type: String, default: null, personal: 'subject: emptied', access: 'shown' },
    legalHold: {
      type: embedded<LegalHold>({
        until: { type: Date, required: true, access: 'shown' },
        reason: { type: String, required: true, access: 'shown' },
        by: { type: String, required: true, access: 'internal' },
        at: { type: Date, default: null, access: 'shown' },
      }),
      default: null,
      personal: 'subject: emptied',
      redacted: 'without a decision',
    },
    erasedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Who belongs to the organization, and where',
      seenBy: 'HR; name and place also managers and evaluators',
      kept: 'Until erasure, which retention.formerEmployeesMonths proposes; a stub without a name stays',
      links: { _id: { names: 'employee', whose: 'subject', rows: 'emptied', access: 'rows' }, managerId: EMPTIED },
    },
    searchable: ['lastName', 'firstName', 'lastName', 'email', 'employeeCode'],
    softDelete: true,
    indexes: [
      { keys: { email: 1 }, unique: true, live: true },
      { keys: { employeeCode: 1 }, unique: true, live: true, whereText: ['employeeCode'] },
      { keys: { isDeleted: 1, searchText: 1, _id: 1 } },
      { keys: { isDeleted: 1, departmentId: 1, searchText: 1, _id: 1, status: 1 } },
      { keys: { isDeleted: 1, status: 1, searchText: 1, _id: 1 } },
      { keys: { isDeleted: 1, email: 1, _id: 1, status: 1, userName: 1 } },
      { keys: { isDeleted: 1, status: 1, email: 1, _id: 1 } },
      { keys: { isDeleted: 1, externalId: 1, email: 1, _id: 1, status: 1 } },
      { keys: { isDeleted: 1, awaitedManager: 1 } },
      { keys: { userName: 1 }, unique: true, live: true, whereText: ['userName'] },
      { keys: { isDeleted: 1, employeeCode: 1, _id: 1 } },
      { keys: { isDeleted: 1, hireDate: 1, _id: 1 } },
      { keys: { isDeleted: 1, updatedAt: 1, _id: 1 } }, // changes since a time
      { keys: { managerId: 1, isDeleted: 1 } },
      { keys: { _id: 1 } }, // OData pages by key
      { keys: { jobProfileId: 1 } },
      { keys: { photoFileId: 1, isDeleted: 1 }, whereText: ['photoFileId'] },
    ],
  },
);
