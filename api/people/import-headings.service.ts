import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { headingName } from '../../shared/infra/csv';
import { assertValid } from '../../shared/kernel/errors';
import { EMPLOYEE_CSV_COLUMNS } from '../../shared/people/employee-csv.rules';
import { ImportHeadingModel } from '../../shared/people/import-heading.model';
import type { AssignedHeading } from './import-headings.dto';

/** Stores the columns of the organization's headings; the last one of equal headings wins. Throws VALIDATION. */
export async function assignImportHeadings(headings: readonly AssignedHeading[]): Promise<void> {
  const columns: readonly string[] = EMPLOYEE_CSV_COLUMNS.accepted;
  assertValid(
    headings.flatMap(({ heading }, at) =>
      columns.includes(headingName(heading))
        ? [{ field: `headings[${at}].heading`, message: 'is the name of a column itself' }]
        : [],
    ),
  );
  const assigned = new Map(headings.map(({ heading, column }) => [headingName(heading), { heading, column }]));
  const rows = [...assigned].flatMap(([name, { heading, column }]) =>
    column === null ? [] : [{ name, heading: heading.trim(), column }],
  );
  await inTransaction(async () => {
    await ImportHeadingModel.deleteMany({ name: { $in: [...assigned.keys()] } });
    await bulkInsert(ImportHeadingModel, rows);
  });
}
