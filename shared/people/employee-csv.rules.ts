import {
  cellText,
  hasInvisible,
  type ImportProblem,
  inColumn,
  notReadable,
  type RowCheck,
  tooLong,
} from '../kernel/csv-cells.rules';
import { type CsvDateFormat, datePartsOf, parseCsvDate, readsBothWays } from '../kernel/csv-dates.rules';
import { isEmail, normalizeEmail } from '../kernel/email';
import { refusal, type Refusal } from '../kernel/refusals/refusal';

/** Columns of the employee import (docs/specification.md, "Employees"). */
export const EMPLOYEE_CSV_COLUMNS = {
  required: ['firstname', 'lastname', 'email'],
  accepted: ['firstname', 'lastname', 'email', 'employeecode', 'department', 'manager', 'jobprofile', 'hiredate'],
} as const;
/** Those, what files of other systems have in place of them, and what counts only where the import is asked to. */
export const EMPLOYEE_COLUMNS = [...EMPLOYEE_CSV_COLUMNS.accepted, 'secondlastname', 'fullname', 'status'] as const;

/** Whether an import only adds people, or also updates those who exist. */
export const IMPORT_MODES = ['add', 'update'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** Of which an update needs one. */
export const KNOWN_BY = ['email', 'employeecode'] as const satisfies readonly EmployeeColumn[];

export type EmployeeColumn = (typeof EMPLOYEE_COLUMNS)[number];

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

/** Problems of the texts of a row, of those that it has. */
export function textProblems(texts: {
  firstname: string;
  lastname: string;
  email: string;
  employeecode: string;
}): ImportProblem[] {
  return [
    notReadable('firstname', texts.firstname),
    notReadable('lastname', texts.lastname),
    tooLong('firstname', texts.firstname, MAX_NAME),
    tooLong('lastname', texts.lastname, MAX_NAME),
    tooLong('employeecode', texts.employeecode, MAX_CODE),
    hasInvisible('employeecode', texts.employeecode),
    texts.email !== '' && !isEmail(texts.email) && inColumn('email', refusal('CELL_NOT_AN_EMAIL')),
  ].filter((problem) => problem !== false);
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
  options: { dateFormat: CsvDateFormat | null },
): RowCheck<EmployeeCsvValue> {
  const { firstName, lastName, isUndivided } = namesOfRow(cells);
  const email = emailOfRow(cells);
  const employeeCode = cellText(cells['employeecode']);
  const hireDate = hireDateOf(cells, options.dateFormat);

  const problems = [
    isUndivided && inColumn('fullname', refusal('FULLNAME_WITHOUT_COMMA')),
    firstName === '' && !isUndivided && inColumn('firstname', refusal('CELL_MISSING_FIRSTNAME')),
    lastName === '' && !isUndivided && inColumn('lastname', refusal('CELL_MISSING_LASTNAME')),
    email === '' && inColumn('email', refusal('CELL_MISSING_EMAIL')),
    ...textProblems({ firstname: firstName, lastname: lastName, email, employeecode: employeeCode }),
    !hireDate.ok && hireDate.problem,
  ].filter((problem) => problem !== false);
  if (!hireDate.ok || problems.length > 0) return { ok: false, problems };

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
      hireDate: hireDate.date,
    },
  };
}

/** The names of a row; two surnames are one last name, and a whole name is divided where a comma settles it. */
export function namesOfRow(cells: Readonly<Record<string, string>>): {
  firstName: string;
  lastName: string;
  isUndivided: boolean;
} {
  const fullName = cellText(cells['fullname']);
  if (fullName === '' || ('firstname' in cells && 'lastname' in cells)) {
    const lastName = [cells['lastname'], cells['secondlastname']].map(cellText).join(' ').trim();
    return { firstName: cellText(cells['firstname']), lastName, isUndivided: false };
  }
  const [lastName = '', firstName = '', ...rest] = fullName.split(',').map((part) => part.trim());
  const isUndivided = lastName === '' || firstName === '' || rest.length > 0;
  return { ...(isUndivided ? { firstName: '', lastName: '' } : { firstName, lastName }), isUndivided };
}

/** The date of a row; null without one, and while the order of day and month is not decided and matters. */
export function hireDateOf(
  cells: Readonly<Record<string, string>>,
  format: CsvDateFormat | null,
): { ok: true; date: string | null } | { ok: false; problem: ImportProblem } {
  const text = cellText(cells['hiredate']);
  if (text === '') return { ok: true, date: null };
  const date =
    format !== null
      ? parseCsvDate(text, format)
      : readsBothWays(text)
        ? null
        : (parseCsvDate(text, 'dd/mm/yyyy') ?? parseCsvDate(text, 'mm/dd/yyyy'));
  if (date !== undefined) return { ok: true, date };
  return { ok: false, problem: inColumn('hiredate', dateProblem(text, format ?? 'dd/mm/yyyy')) };
}

/** Says why `parseCsvDate` finds no date; a month 13 or a day 32 suggests another format. */
function dateProblem(text: string, format: CsvDateFormat): Refusal {
  const { month, day } = datePartsOf(text, format) ?? { month: 0, day: 0 };
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
    ? refusal('HIRE_DATE_NOT_IN_CALENDAR', { date: text.slice(0, 'yyyy-mm-dd'.length) })
    : refusal('NOT_A_DATE_OF_FORM', { form: formName(format) });
}

function formName(format: CsvDateFormat): string {
  return format === 'iso' ? 'yyyy-mm-dd' : format;
}
