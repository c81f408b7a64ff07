import { type ImportReportPart, ImportReportPartModel } from '../jobs/import-report.model';
import type { ImportChange, ImportRow } from '../jobs/import-result';
import { idsOf, type Person } from './person.store';
import type { Write } from './written-texts.store';

/**
 * Empties name, cells and changes of imported rows about the person, also where they have none in the file. They contain first and last name apart, where no search for the whole name finds
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
    const written = rows.flatMap((row, at): [string, unknown][] => {
      if (!isAbout(row, about)) return [];
      const { cells, name = null, changes = [] } = row;
      return [
        ...(cells?.some((cell) => cell !== '') ? [[`rows.${at}.cells`, cells.map(() => '')] as [string, unknown]] : []),
        ...(name === null ? [] : [[`rows.${at}.name`, null] as [string, unknown]]),
        ...(changes.some(({ before, after }) => before !== null || after !== null)
          ? [[`rows.${at}.changes`, changes.map(emptied)] as [string, unknown]]
          : []),
      ];
    });
    if (written.length > 0)
      await write(() => ImportReportPartModel.updateOne({ _id }, { $set: Object.fromEntries(written) }));
  }
}

/** A changed field without its values. */
const emptied = ({ field }: ImportChange): ImportChange => ({ field, before: null, after: null });

function isAbout(
  { employeeId, email }: ImportRow,
  { employeeIds, emails }: { employeeIds: ReadonlySet<string>; emails: ReadonlySet<string> },
): boolean {
  return employeeIds.has(employeeId ?? '') || emails.has(email ?? '');
}
