import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { headingName } from '../../shared/infra/csv';
import type { CsvDateFormat } from '../../shared/kernel/csv-dates.rules';
import { assertValid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EMPLOYEE_CSV_COLUMNS } from '../../shared/people/employee-csv.rules';
import { isRecognized } from '../../shared/people/heading-meanings.rules';
import { DATE_COLUMN, ImportHeadingModel } from '../../shared/people/import-heading.model';
import type { AssignedHeading, UpdateImportHeadings } from './import-headings.dto';

/**
 * Stores the columns of the organization's headings, and how its files write dates; the last one of equal headings wins. Throws
 * VALIDATION.
 */
export async function assignImportHeadings({ headings, dateFormat }: UpdateImportHeadings): Promise<void> {
  const columns: readonly string[] = EMPLOYEE_CSV_COLUMNS.accepted;
  assertValid(
    headings.flatMap(({ heading }, at) =>
      columns.includes(headingName(heading))
        ? [{ field: `headings[${at}].heading`, ...refusal('NAME_OF_COLUMN') }]
        : [],
    ),
  );
  const assigned = new Map(headings.map((row) => [headingName(row.heading), row]));
  const rows = [...assigned].flatMap(([name, row]) =>
    isNews(row) ? [{ ...row, name, heading: row.heading.trim() }] : [],
  );
  await inTransaction(async () => {
    await ImportHeadingModel.deleteMany({ name: { $in: [...assigned.keys()] } });
    await bulkInsert(ImportHeadingModel, rows);
    if (dateFormat !== undefined) await rememberDateFormat(dateFormat);
  });
}

/** A heading that is ignored is only stored if it would be recognized. */
const isNews = ({ heading, column }: AssignedHeading): boolean => column !== null || isRecognized(heading);

/** Remembers how the organization's files write dates where their values do not say it; null: not any more. */
export async function rememberDateFormat(dateFormat: CsvDateFormat | null): Promise<void> {
  const row = { name: DATE_COLUMN, heading: DATE_COLUMN, column: DATE_COLUMN } as const;
  await inTransaction(async () => {
    await ImportHeadingModel.deleteMany({ name: DATE_COLUMN });
    if (dateFormat !== null) await bulkInsert(ImportHeadingModel, [{ ...row, dateFormat }]);
  });
}
