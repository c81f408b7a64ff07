import { pickRows } from '../db/pick';
import type { CsvColumns } from '../infra/csv';
import { EMPLOYEE_CSV_COLUMNS } from './employee-csv.rules';
import { ImportHeadingModel } from './import-heading.model';

/** Returns the columns of the employee import with the organization's own headings for them. */
export async function employeeCsvColumns(): Promise<CsvColumns> {
  const rows = await pickRows(ImportHeadingModel.find(), 'name', 'column');
  return { ...EMPLOYEE_CSV_COLUMNS, aliases: new Map(rows.map(({ name, column }) => [name, column])) };
}
