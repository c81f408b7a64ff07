import { pickRows } from '../db/pick';
import { deleteFile } from '../infra/files';
import type { Payload } from '../jobs/contract';
import { type ImportReportPart, ImportReportPartModel } from '../jobs/import-report.model';
import type { ImportChange, ImportRow } from '../jobs/import-result';
import { JobModel } from '../jobs/job.model';
import { Mentions } from './mention.rules';
import { entriesOf, idsOf, type Person } from './person.store';
import type { Write } from './written-texts.store';

/**
 * Empties email, name, cells and changes of imported rows about the person: the search for names does not find a first and a last name
 * in two cells. Rows without an employee, such as one with a mistyped email, are compared by name, without regard to case and accents.
 */
export async function eraseImportedCells(person: Person, write: Write): Promise<void> {
  const listed = entriesOf(person).map(({ lastName, firstName }) => `${lastName}, ${firstName}`);
  const names = new Mentions({ fullNames: listed, lastNames: [], emails: [], employeeCodes: [] }, { strict: true });
  const about: About = {
    employeeIds: new Set(idsOf(person, { names: 'employee' })),
    emails: new Set(idsOf(person, { names: 'email' }).filter((email) => email !== '')),
    names,
  };
  const filter = {
    $or: [
      { 'rows.employeeId': { $in: [...about.employeeIds] } },
      { 'rows.email': { $in: [...about.emails] } },
      ...names.patterns.map((pattern) => ({ 'rows.name': { $regex: pattern, $options: 'i' } })),
    ],
  };
  await emptyRows(filter, (row) => isAbout(row, about), write);
}

/**
 * Empties the cells of the imports of guests into a cycle, and deletes their files: nothing ties a row that was refused or skipped to a
 * guest. Imports that have not ended keep their files.
 */
export async function eraseImportsOfGuests(cycleId: string, write: Write): Promise<void> {
  const imports = await pickRows(JobModel.find({ type: 'evaluation.import-guests' }), 'payload', 'finishedAt');
  const ended = imports.flatMap(({ _id: jobId, payload, finishedAt }) => {
    const { fileId, ...target } = payload as Payload<'evaluation.import-guests'>;
    return finishedAt !== null && target.cycleId === cycleId ? [{ jobId, fileId }] : [];
  });
  await emptyRows({ jobId: { $in: ended.map(({ jobId }) => jobId) } }, () => true, write);
  for (const { fileId } of ended) await deleteFile(fileId);
}

/** Empties the rows of reports about which `isMeant` says so. */
async function emptyRows(
  filter: Record<string, unknown>,
  isMeant: (row: ImportRow) => boolean,
  write: Write,
): Promise<void> {
  const parts = ImportReportPartModel.find(filter).select('rows').lean<ImportReportPart[]>();
  for await (const { _id, rows } of parts.cursor({ batchSize: 10 }) as AsyncIterable<ImportReportPart>) {
    const written = rows.flatMap((row, at): [string, unknown][] => {
      if (!isMeant(row)) return [];
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
  names: Mentions;
}

function isAbout({ employeeId, email, name }: ImportRow, { employeeIds, emails, names }: About): boolean {
  if (employeeIds.has(employeeId ?? '') || emails.has(email ?? '')) return true;
  return !employeeId && names.isIn(name ?? '');
}
