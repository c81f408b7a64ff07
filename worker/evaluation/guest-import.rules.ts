import { checkGuestRow } from '../../shared/evaluation/guests/guest-csv.rules';
import type { ImportRow } from '../../shared/jobs/import-result';
import { inColumn, refuseRow } from '../../shared/kernel/csv-cells.rules';
import { buildNameIndex, foldCode, foldPersonName, resolveReference } from '../../shared/kernel/name-index.rules';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';

/** A row of the file, as `readCsv` returns it. */
interface FileRow {
  row: number;
  cells: Readonly<Record<string, string>>;
  problem?: Refusal;
}

/** A subject of the cycle. */
export interface ImportedSubject {
  id: string;
  fullName: string;
  email: string;
  employeeCode: string | null;
}

export interface KnownGuest {
  id: string;
  email: string;
  isWithdrawn: boolean;
}

export interface GuestImportSource {
  rows: readonly FileRow[];
  subjects: readonly ImportedSubject[];
  /** Emails of employees, who are no guests. */
  employeeEmails: ReadonlySet<string>;
  guests: readonly KnownGuest[];
  /** Who evaluates whom already: `subject guest` with the participant's id. */
  roles: ReadonlyMap<string, string>;
  /** How many evaluations a guest has in the cycle, and the most. */
  loadOf: (guestId: string) => number;
  isFull: (load: number) => boolean;
  full: Refusal;
  /** Returns the id of what a row creates, and of the guest with an email; the same in every run. */
  idOf: (row: number) => string;
  guestIdOf: (email: string) => string;
}

export interface PlannedGuest {
  participantId: string;
  subjectId: string;
  guest: { id: string; email: string; name: string; isNew: boolean };
}

export interface GuestImportPlan {
  /** One line for each row, in the order of the file. */
  report: ImportRow[];
  creations: PlannedGuest[];
}

/**
 * Decides the outcome of every row: a guest who evaluates the subject already is skipped, an unknown subject, the email of an
 * employee and a withdrawn guest are errors. Rows that an earlier run of the same import created are reported as created, but
 * not planned again.
 */
export function planGuestImport(source: GuestImportSource): GuestImportPlan {
  const { rows, employeeEmails, loadOf, isFull, full, idOf, guestIdOf } = source;
  const subjects = buildNameIndex(source.subjects, [
    { nameOf: ({ email }) => email, fold: foldCode },
    { nameOf: ({ employeeCode }) => employeeCode, fold: foldCode },
    { nameOf: ({ fullName }) => fullName, fold: foldPersonName },
  ]);
  const known = new Map(source.guests.map((guest) => [guest.email, guest]));
  const roles = new Map(source.roles);
  const added = new Map<string, number>();
  const report: ImportRow[] = [];
  const creations: PlannedGuest[] = [];
  for (const { row, cells, problem } of rows) {
    const line: ImportRow = { row, outcome: 'error', message: null, warnings: [] };
    report.push(line);
    const checked = problem === undefined ? checkGuestRow(cells) : { ok: false as const, problems: [problem] };
    if (!checked.ok) {
      refuseRow(line, checked.problems);
      continue;
    }
    const { subject, name, email } = checked.value;
    const { id: subjectId, warning } = resolveReference(subjects, 'subject', subject);
    const guest = known.get(email);
    const guestId = guest?.id ?? guestIdOf(email);
    const role = `${subjectId} ${guestId}`;
    const load = loadOf(guestId) + (added.get(guestId) ?? 0);
    const participantId = idOf(row);
    const refused = [
      ...(warning === null ? [] : [inColumn('subject', warning)]),
      ...(employeeEmails.has(email) ? [inColumn('email', refusal('EMAIL_OF_EMPLOYEE'))] : []),
      ...(guest?.isWithdrawn ? [inColumn('email', refusal('GUEST_IS_WITHDRAWN'))] : []),
      ...(isFull(load) && !roles.has(role) ? [inColumn('email', full)] : []),
    ];
    if (subjectId === null || refused.length > 0) {
      refuseRow(line, refused);
      continue;
    }
    const evaluates = roles.get(role);
    if (evaluates !== undefined && evaluates !== participantId) {
      line.outcome = 'skipped';
      refuseRow(line, [inColumn('email', refusal('GUEST_EVALUATES_SUBJECT'))]);
      continue;
    }
    line.outcome = 'created';
    if (evaluates === participantId) continue;
    roles.set(role, participantId);
    added.set(guestId, (added.get(guestId) ?? 0) + 1);
    creations.push({ participantId, subjectId, guest: { id: guestId, email, name, isNew: guest === undefined } });
    if (!guest) known.set(email, { id: guestId, email, isWithdrawn: false });
  }
  return { report, creations };
}
