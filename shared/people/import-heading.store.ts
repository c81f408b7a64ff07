import { pickRow, pickRows } from '../db/pick';
import type { CsvColumns } from '../infra/csv';
import type { CsvDateFormat } from '../kernel/csv-dates.rules';
import { EMPLOYEE_COLUMNS, type ImportMode, KNOWN_BY } from './employee-csv.rules';
import { meaningsOf } from './heading-meanings.rules';
import { DATE_COLUMN, ImportHeadingModel } from './import-heading.model';

/**
 * Returns the columns of the employee import with the organization's own headings for them, and those that are recognized. A file that
 * updates people needs what they are known by alone, and may say who has left.
 */
export async function employeeCsvColumns(mode: ImportMode): Promise<CsvColumns> {
  const rows = await pickRows(ImportHeadingModel.find(), 'name', 'column');
  return {
    required: mode === 'update' ? [KNOWN_BY] : [['firstname', 'fullname'], ['lastname', 'fullname'], 'email'],
    accepted: mode === 'update' ? EMPLOYEE_COLUMNS : EMPLOYEE_COLUMNS.filter((column) => column !== 'status'),
    aliases: new Map(rows.map(({ name, column }) => [name, column ?? ''])),
    meaningsOf,
  };
}

/** Returns how the organization's files write dates; null until it has said so. */
export async function rememberedDateFormat(): Promise<CsvDateFormat | null> {
  return (await pickRow(ImportHeadingModel.findOne({ name: DATE_COLUMN }), 'dateFormat'))?.dateFormat ?? null;
}
