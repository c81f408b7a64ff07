import { Schema } from 'mongoose';
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

/** An employee of the organization. */
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
  /** Folded name, email and code, for searches. */
  searchText: string;
}

export const EmployeeModel = tenantModel<Employee>(
  'Employee',
  {
    employeeCode: { type: String, default: null, trim: true },
    firstName: { type: String, required: true, trim: true },
    lastName: { type: String, required: true, trim: true },
    fullName: { type: String, required: true },
    email: { type: String, required: true, set: normalizeEmail },
    status: { type: String, required: true, enum: Object.values(EmployeeStatus), default: EmployeeStatus.Active },
    departmentId: { type: String, default: null },
    managerId: { type: String, default: null },
    jobProfileId: { type: String, default: null },
    hireDate: { type: String, default: null },
    terminationDate: { type: String, default: null },
    photoFileId: { type: String, default: null },
    externalId: { type: String, default: null },
    userName: { type: String, default: null },
    awaitedManager: { type: String, default: null },
    legalHold: {
      type: new Schema(
        {
          until: { type: Date, required: true },
          reason: { type: String, required: true },
          by: { type: String, required: true },
          at: { type: Date, default: null },
        },
        { _id: false },
      ),
      default: null,
    },
    erasedAt: { type: Date, default: null },
  },
  {
    searchable: ['fullName', 'email', 'employeeCode'],
    softDelete: true,
    indexes: [
      { keys: { email: 1 }, unique: true, live: true },
      { keys: { employeeCode: 1 }, unique: true, live: true, whereText: ['employeeCode'] },
      // For lists; the searched text is compared in the index.
      { keys: { isDeleted: 1, lastName: 1, firstName: 1, _id: 1, searchText: 1 } },
      { keys: { isDeleted: 1, departmentId: 1, lastName: 1, firstName: 1, _id: 1, status: 1, searchText: 1 } },
      { keys: { isDeleted: 1, status: 1, lastName: 1, firstName: 1, _id: 1, searchText: 1 } },
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
