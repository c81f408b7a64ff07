import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { type EmployeeColumn, EMPLOYEE_CSV_COLUMNS } from './employee-csv.rules';

/** A heading in the organization's files for a column of the employee import. */
export interface ImportHeadingRow extends TenantRow {
  /** As first written. */
  heading: string;
  /** The normalized heading (`headingName`). */
  name: string;
  column: EmployeeColumn;
}

export const ImportHeadingModel = tenantModel<ImportHeadingRow>(
  'ImportHeading',
  {
    heading: { type: String, required: true },
    name: { type: String, required: true },
    column: { type: String, required: true, enum: EMPLOYEE_CSV_COLUMNS.accepted },
  },
  { indexes: [{ keys: { name: 1 }, unique: true }] },
);
