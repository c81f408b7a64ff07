import { cellText, hasInvisible, inColumn, notReadable, type RowCheck, tooLong } from '../kernel/csv-cells.rules';
import { type CsvDateFormat, datePartsOf, parseCsvDate } from '../kernel/csv-dates.rules';
import { isEmail, normalizeEmail } from '../kernel/email';
import { sentence, type Sentence } from '../kernel/refusals/sentence';

/** Columns of the employee import (docs/specification.md, "Employees"), in the form that `readCsv` takes. */
export const EMPLOYEE_CSV_COLUMNS = {
  required: ['firstname', 'lastname', 'email'],
  accepted: ['firstname', 'lastname', 'email', 'employeecode', 'department', 'manager', 'jobprofile', 'hiredate'],
} as const;

export type EmployeeColumn = (typeof EMPLOYEE_CSV_COLUMNS.accepted)[number];

/** A valid row; department, manager and job profile are the names from the file. */
export interface EmployeeCsvValue {
  firstName: string;
  lastName: string;
  /** Trimmed and lower-cased. */
  email: string;
  employeeCode: string | null;
  department: string | null;
  manager: string | null;
  jobProfile: string | null;
  /** YYYY-MM-DD. */
  hireDate: string | null;
}

const MAX_NAME = 100;
const MAX_CODE = 50;

/** Returns the normalized email of a row; empty when the row has none. */
export function emailOfRow(cells: Readonly<Record<string, string>>): string {
  return normalizeEmail(cellText(cells['email']));
}

/** Validates one row of the employee import; the message lists all of its problems. */
export function checkEmployeeRow(
  cells: Readonly<Record<string, string>>,
  options: { dateFormat: CsvDateFormat },
): RowCheck<EmployeeCsvValue> {
  const firstName = cellText(cells['firstname']);
  const lastName = cellText(cells['lastname']);
  const email = emailOfRow(cells);
  const employeeCode = cellText(cells['employeecode']);
  const writtenDate = cellText(cells['hiredate']);
  const hireDate = writtenDate === '' ? null : parseCsvDate(writtenDate, options.dateFormat);

  const problems = [
    firstName === '' && inColumn('firstname', sentence`firstname is missing`),
    lastName === '' && inColumn('lastname', sentence`lastname is missing`),
    email === '' && inColumn('email', sentence`email is missing`),
    notReadable('firstname', firstName),
    notReadable('lastname', lastName),
    tooLong('firstname', firstName, MAX_NAME),
    tooLong('lastname', lastName, MAX_NAME),
    tooLong('employeecode', employeeCode, MAX_CODE),
    hasInvisible('employeecode', employeeCode),
    email !== '' && !isEmail(email) && inColumn('email', sentence`email is not a valid email address`),
    hireDate === undefined && inColumn('hiredate', dateProblem(writtenDate, options.dateFormat)),
  ].filter((problem) => problem !== false);
  if (hireDate === undefined || problems.length > 0) return { ok: false, problems };

  return {
    ok: true,
    value: {
      firstName,
      lastName,
      email,
      employeeCode: employeeCode || null,
      department: cellText(cells['department']) || null,
      manager: cellText(cells['manager']) || null,
      jobProfile: cellText(cells['jobprofile']) || null,
      hireDate,
    },
  };
}

/** Says why `parseCsvDate` finds no date; a month 13 or a day 32 suggests another format. */
function dateProblem(text: string, format: CsvDateFormat): Sentence {
  const { month, day } = datePartsOf(text, format) ?? { month: 0, day: 0 };
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
    ? sentence`hiredate ${text.slice(0, 'yyyy-mm-dd'.length)} is not a date of the calendar`
    : sentence`hiredate is not a date of the form ${formName(format)}`;
}

function formName(format: CsvDateFormat): string {
  return format === 'iso' ? 'yyyy-mm-dd' : format;
}
