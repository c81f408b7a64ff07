import { cellText, type RowCheck, tooLong } from '../kernel/csv-cells.rules';
import { isEmail } from '../kernel/email';
import { sentence } from '../kernel/refusals/sentence';

/** Columns of the employee import (docs/specification.md, "Employees"), in the form that `readCsv` takes. */
export const EMPLOYEE_CSV_COLUMNS = {
  required: ['firstname', 'lastname', 'email'],
  accepted: ['firstname', 'lastname', 'email', 'employeecode', 'department', 'manager', 'jobprofile', 'hiredate'],
} as const;

export type EmployeeColumn = (typeof EMPLOYEE_CSV_COLUMNS.accepted)[number];

/** The format of `hiredate`; ISO dates are accepted with each, since they are unambiguous. */
export type CsvDateFormat = (typeof CSV_DATE_FORMATS)[number];
export const CSV_DATE_FORMATS = ['iso', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

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
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/;
const DAY_FIRST = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/;
const MONTH_FIRST = /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4})$/;
const DATE_PATTERNS: Record<CsvDateFormat, readonly RegExp[]> = {
  iso: [ISO_DATE],
  'dd/mm/yyyy': [ISO_DATE, DAY_FIRST],
  'mm/dd/yyyy': [ISO_DATE, MONTH_FIRST],
};
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** Returns the normalized email of a row; empty when the row has none. */
export function emailOfRow(cells: Readonly<Record<string, string>>): string {
  return cellText(cells['email']).toLowerCase();
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
    firstName === '' && sentence`firstname is missing`,
    lastName === '' && sentence`lastname is missing`,
    email === '' && sentence`email is missing`,
    tooLong('firstname', firstName, MAX_NAME),
    tooLong('lastname', lastName, MAX_NAME),
    tooLong('employeecode', employeeCode, MAX_CODE),
    email !== '' && !isEmail(email) && sentence`email is not a valid email address`,
    hireDate === undefined && sentence`hiredate is not a date of the form ${formName(options.dateFormat)}`,
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

/** Returns the date as YYYY-MM-DD; undefined when it does not exist (31/02/2024) or has another format. */
export function parseCsvDate(text: string, format: CsvDateFormat): string | undefined {
  for (const pattern of DATE_PATTERNS[format]) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (year !== undefined && month !== undefined && day !== undefined) {
      return calendarDate(Number(year), Number(month), Number(day));
    }
  }
  return undefined;
}

function calendarDate(year: number, month: number, day: number): string | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  // Day 31 of a short month, day 0 and month 13 all result in another month.
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined;
}

function formName(format: CsvDateFormat): string {
  return format === 'iso' ? 'yyyy-mm-dd' : format;
}
