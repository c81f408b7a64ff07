import { type ImportReportPart, ImportReportPartModel } from '../jobs/import-report.model';
import type { ImportChange, ImportRow } from '../jobs/import-result';
import { entriesOf, idsOf, type Person } from './person.store';
import type { Write } from './written-texts.store';

/**
 * Empties email, name, cells and changes of imported rows about the person, also where they have none in the file. They contain first and
 * last name apart, where no search for the whole name finds them, and so may anything else that the file said of the person. A row that
 * became nobody's, such as one with a mistyped email, is about whom it names.
 */
export async function eraseImportedCells(person: Person, write: Write): Promise<void> {
  const about: About = {
    employeeIds: new Set(idsOf(person, { names: 'employee' })),
    emails: new Set(idsOf(person, { names: 'email' }).filter((email) => email !== '')),
    names: new Set(entriesOf(person).map(({ lastName, firstName }) => `${lastName}, ${firstName}`)),
  };
  const parts = ImportReportPartModel.find({
    $or: [
      { 'rows.employeeId': { $in: [...about.employeeIds] } },
      { 'rows.email': { $in: [...about.emails] } },
      { 'rows.name': { $in: [...about.names] } },
    ],
  }).select('rows');
  for await (const { _id, rows } of parts
    .lean<ImportReportPart[]>()
    .cursor({ batchSize: 10 }) as AsyncIterable<ImportReportPart>) {
    const written = rows.flatMap((row, at): [string, unknown][] => {
      if (!isAbout(row, about)) return [];
      const { cells, email = null, name = null, changes = [] } = row;
      return [
        ...(cells?.some((cell) => cell !== '') ? [[`rows.${at}.cells`, cells.map(() => '')] as [string, unknown]] : []),
        ...(email === null ? [] : [[`rows.${at}.email`, null] as [string, unknown]]),
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

interface About {
  employeeIds: ReadonlySet<string>;
  emails: ReadonlySet<string>;
  /** Last name first. */
  names: ReadonlySet<string>;
}

function isAbout({ employeeId, email, name }: ImportRow, { employeeIds, emails, names }: About): boolean {
  if (employeeIds.has(employeeId ?? '') || emails.has(email ?? '')) return true;
  return !employeeId && names.has(name ?? '');
}
