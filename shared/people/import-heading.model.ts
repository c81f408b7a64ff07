import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { CSV_DATE_FORMATS, type CsvDateFormat } from '../kernel/csv-dates.rules';
import { EMPLOYEE_COLUMNS, type EmployeeColumn } from './employee-csv.rules';

/** A heading in the organization's files for a column of the employee import. */
export interface ImportHeadingRow extends TenantRow {
  /** As first written. */
  heading: string;
  /** The normalized heading (`headingName`). */
  name: string;
  /** Null: ignored, although its meaning is known. */
  column: EmployeeColumn | null;
  /** How the dates of the column are written; only in the row of `DATE_COLUMN`. */
  dateFormat?: CsvDateFormat | null;
}

/** The heading under which the organization's way of writing dates is remembered: no other can be assigned to its own column. */
export const DATE_COLUMN = 'hiredate' satisfies EmployeeColumn;

export const ImportHeadingModel = tenantModel<ImportHeadingRow>(
  'ImportHeading',
  {
    heading: { type: String, required: true, personal: 'none' },
    name: { type: String, required: true, personal: 'none' },
    column: { type: String, default: null, enum: [...EMPLOYEE_COLUMNS, null], personal: 'none' },
    dateFormat: { type: String, default: null, enum: [...CSV_DATE_FORMATS, null], personal: 'none' },
  },
  { indexes: [{ keys: { name: 1 }, unique: true }] },
);
