import type { ImportRow } from '../jobs/contract';
import { type ImportReportPart, ImportReportPartModel } from '../jobs/import-report.model';
import { idsOf, type Person } from './person.store';
import type { Write } from './written-texts.store';

/**
 * Empties the cells of imported rows about the person. Their names stand apart in them, where no search for the whole name finds
 * them, and so may anything else that the file said of the person.
 */
export async function eraseImportedCells(person: Person, write: Write): Promise<void> {
  const about = {
    employeeIds: new Set(idsOf(person, { names: 'employee' })),
    emails: new Set(idsOf(person, { names: 'email' }).filter((email) => email !== '')),
  };
  const parts = ImportReportPartModel.find({
    $or: [{ 'rows.employeeId': { $in: [...about.employeeIds] } }, { 'rows.email': { $in: [...about.emails] } }],
  }).select('rows');
  for await (const { _id, rows } of parts
    .lean<ImportReportPart[]>()
    .cursor({ batchSize: 10 }) as AsyncIterable<ImportReportPart>) {
    const emptied = rows.flatMap((row, at) =>
      row.cells?.some((cell) => cell !== '') && isAbout(row, about)
        ? [[`rows.${at}.cells`, row.cells.map(() => '')] as const]
        : [],
    );
    if (emptied.length > 0)
      await write(() => ImportReportPartModel.updateOne({ _id }, { $set: Object.fromEntries(emptied) }));
  }
}

function isAbout(
  { employeeId, email }: ImportRow,
  { employeeIds, emails }: { employeeIds: ReadonlySet<string>; emails: ReadonlySet<string> },
): boolean {
  return employeeIds.has(employeeId ?? '') || emails.has(email ?? '');
}
