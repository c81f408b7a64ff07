import { cellText, inColumn, notReadable, type RowCheck, tooLong } from '../../kernel/csv-cells.rules';
import { isEmail, normalizeEmail } from '../../kernel/email';
import { refusal } from '../../kernel/refusals/refusal';

/** Columns of the import of guests, in the form that `readCsv` takes. */
export const GUEST_CSV_COLUMNS = {
  required: ['subject', 'name', 'email'],
  accepted: ['subject', 'name', 'email'],
} as const;

/** A valid row; `subject` is the email, code or name from the file. */
export interface GuestCsvValue {
  subject: string;
  name: string;
  email: string;
}

const MAX_NAME = 200;

/** Validates one row of the import of guests. */
export function checkGuestRow(cells: Readonly<Record<string, string>>): RowCheck<GuestCsvValue> {
  const subject = cellText(cells['subject']);
  const name = cellText(cells['name']);
  const email = cellText(cells['email']);
  const problems = [
    subject === '' && inColumn('subject', refusal('CELL_MISSING_SUBJECT')),
    name === '' && inColumn('name', refusal('CELL_MISSING_NAME')),
    tooLong('name', name, MAX_NAME),
    notReadable('name', name),
    email === '' && inColumn('email', refusal('CELL_MISSING_EMAIL')),
    email !== '' && !isEmail(normalizeEmail(email)) && inColumn('email', refusal('CELL_NOT_AN_EMAIL')),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { subject, name, email: normalizeEmail(email) } };
}
