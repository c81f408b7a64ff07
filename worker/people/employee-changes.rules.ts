import { cellText, type ImportProblem, inColumn } from '../../shared/kernel/csv-cells.rules';
import type { CsvDateFormat } from '../../shared/kernel/csv-dates.rules';
import { foldPersonName, quoted } from '../../shared/kernel/name-index.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { emailOfRow, hireDateOf, namesOfRow, textProblems } from '../../shared/people/employee-csv.rules';
import type { EmployeeStatus } from '../../shared/people/employee-status';
import { statusNamed } from './status-words.rules';

type Cells = Readonly<Record<string, string>>;

/** What a row says of an employee who exists. An omitted field stays, null clears it; references are the names from the file. */
export interface EmployeeCsvChanges {
  firstName?: string;
  lastName?: string;
  email?: string;
  employeeCode?: string | null;
  department?: string | null;
  manager?: string | null;
  jobProfile?: string | null;
  hireDate?: string | null;
  status?: EmployeeStatus;
}

/** The result of reading a row about an employee who exists. A value with a warning leaves its field. */
export type ChangesCheck =
  | { ok: true; changes: EmployeeCsvChanges; warnings: ImportProblem[] }
  | { ok: false; problems: ImportProblem[] };

/** The cell that clears its field. */
const CLEAR = '-';
const NOT_CLEARED = ['firstname', 'lastname', 'fullname', 'email'] as const;

/** The text of a cell by which an employee can be found; empty without one. */
export function codeOfRow(cells: Cells): string {
  const code = cellText(cells['employeecode']);
  return code === CLEAR ? '' : code;
}

/** Reads a row about an employee with these names; the message lists all of its problems. */
export function checkEmployeeChanges(
  cells: Cells,
  stored: { firstName: string; lastName: string },
  { dateFormat, applyStatus }: { dateFormat: CsvDateFormat | null; applyStatus: boolean },
): ChangesCheck {
  const cleared = NOT_CLEARED.filter((column) => cellText(cells[column]) === CLEAR);
  if (cleared.length > 0)
    return {
      ok: false,
      problems: cleared.map((column) => inColumn(column, refusal('CELL_CANNOT_BE_CLEARED', { column }))),
    };
  const names = changedNames(cells, stored);
  const email = emailOfRow(cells);
  const hireDate = cellText(cells['hiredate']) === CLEAR ? null : hireDateOf(cells, dateFormat);
  const { firstName = '', lastName = '' } = names ?? {};
  const problems = [
    ...(names === null ? [inColumn('fullname', refusal('FULLNAME_WITHOUT_COMMA'))] : []),
    ...textProblems({ firstname: firstName, lastname: lastName, email, employeecode: codeOfRow(cells) }),
    ...(hireDate === null || hireDate.ok ? [] : [hireDate.problem]),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const status = applyStatus ? cellText(cells['status']) : '';
  const named = statusNamed(status);
  return {
    ok: true,
    changes: {
      ...names,
      ...(email === '' ? {} : { email }),
      ...clearable('employeeCode', cells['employeecode']),
      ...clearable('department', cells['department']),
      ...clearable('manager', cells['manager']),
      ...clearable('jobProfile', cells['jobprofile']),
      ...(hireDate === null ? { hireDate } : hireDate.ok && hireDate.date !== null ? { hireDate: hireDate.date } : {}),
      ...(named === undefined ? {} : { status: named }),
    },
    warnings:
      status === '' || named !== undefined
        ? []
        : [inColumn('status', refusal('STATUS_NOT_KNOWN', { name: quoted(status) }))],
  };
}

function clearable<Field extends string>(field: Field, cell: string | undefined): { [Name in Field]?: string | null } {
  const text = cellText(cell);
  if (text === '') return {};
  return { [field]: text === CLEAR ? null : text } as { [Name in Field]?: string | null };
}

/** The names that a row gives; null when it has a whole name that nothing divides and that is not the stored one. */
function changedNames(
  cells: Cells,
  stored: { firstName: string; lastName: string },
): Pick<EmployeeCsvChanges, 'firstName' | 'lastName'> | null {
  const second = cellText(cells['secondlastname']);
  const { firstName, lastName, isUndivided } = namesOfRow({
    ...cells,
    ...(second === CLEAR ? { secondlastname: '' } : {}),
  });
  if (isUndivided) return isWholeName(cellText(cells['fullname']), stored) ? {} : null;
  // The second surname of the file is empty: the stored one stays.
  const isShort = 'secondlastname' in cells && second === '' && stored.lastName.startsWith(`${lastName} `);
  const isWithoutFirst = 'lastname' in cells && cellText(cells['lastname']) === '';
  return {
    ...(firstName === '' ? {} : { firstName }),
    ...(lastName === '' || isShort || isWithoutFirst ? {} : { lastName }),
  };
}

function isWholeName(text: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean {
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some(
    (name) => foldPersonName(name) === foldPersonName(text),
  );
}

/** The cells of a row about someone new, whose fields have nothing to clear. */
export function withoutClears(cells: Cells): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      cellText(cell) === CLEAR && !NOT_CLEARED.some((name) => name === column) ? '' : cell,
    ]),
  );
}
