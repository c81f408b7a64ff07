import type { ImportProblem } from '../kernel/csv-cells.rules';
import type { CsvDateFormat } from '../kernel/csv-dates.rules';

/** A row of an import result: `row` is its line of the file; the header is row 1, or 2 below a line `sep=;`. */
export interface ImportRow {
  row: number;
  /** The key of the row: the email of an employee, the code of a competency or skill. */
  email?: string | null;
  code?: string | null;
  /** The name in the row: of an employee, last name first, or of a job profile. */
  name?: string | null;
  /**
   * `updated`: it changed a skill or employee that exists, `unchanged`: it says of the employee what is stored. An employee without a
   * row is `missing` or was `terminated`; these have row 0, and are only listed by that outcome.
   */
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'error' | 'missing' | 'terminated';
  message: string | null;
  /** The sentences of the message, with codes, values and columns; omitted in older reports. */
  reasons?: ImportProblem[];
  warnings: string[];
  /** The warnings, with codes, values and columns. */
  warningReasons?: ImportProblem[];
  /** What an `updated` row changes of its employee. */
  changes?: ImportChange[];
  /** The cells of the row as the file has them, in the order of its headings; only with a message or warnings. */
  cells?: string[];
  employeeId?: string | null;
  competencyId?: string | null;
  jobProfileId?: string | null;
  skillId?: string | null;
}

/** A field that a row changes; departments, managers and job profiles by their names. */
export interface ImportChange {
  /** @example "department" */
  field: ImportedField;
  /** @example "Sales" */
  before: string | null;
  /** @example "Logística" */
  after: string | null;
}

export type ImportedField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'employeeCode'
  | 'department'
  | 'manager'
  | 'jobProfile'
  | 'hireDate'
  | 'status';

/** An Active employee without a row in the file. */
export interface MissingEmployee {
  employeeId: string;
  /** Last name first. */
  name: string | null;
  email: string | null;
  /** Whether the import marked the employee as Terminated. */
  isTerminated: boolean;
  /** Why it could not. */
  message: string | null;
  reasons?: ImportProblem[];
}

/** Rows with the same warning. */
export interface WarningGroup extends ImportProblem {
  /** @example 11 */
  rows: number;
}

/** The result of an import. */
export interface ImportResult {
  total: number;
  created: number;
  /** Only of skills, and of employees with `mode=update`. */
  updated?: number;
  /** Only of employees with `mode=update`. */
  unchanged?: number;
  skipped: number;
  errors: number;
  dryRun: boolean;
  rows: ImportRow[];
  /** The headings of the file; omitted in older reports. */
  headings?: ImportHeading[];
  /** Only of employees: how hiredate was read; null in a check that could not decide it. */
  dateFormat?: CsvDateFormat | null;
  /**
   * Dates of the file that read both with the day and with the month first, when `dateFormat` is null.
   * @example ["03/04/2024"]
   */
  dateExamples?: string[];
  /** Only in a check of employees: departments and job profiles of the file that do not exist, those of most rows first. */
  unknownNames?: UnknownName[];
  /** Only in a check of employees: the warnings of the rows by what they say, those of most rows first. */
  warningGroups?: WarningGroup[];
  /** Only of employees with `mode=update`: how many Active ones have no row, and how many of them are now Terminated. */
  missingCount?: number;
  terminated?: number;
  /** Only of employees with `mode=update`: in a check the Active ones without a row, else those whom it was asked to terminate. */
  missing?: MissingEmployee[];
}

/** A department or job profile of a file that does not exist. */
export interface UnknownName {
  kind: 'departments' | 'jobProfiles';
  /** @example "Logística" */
  name: string;
  /**
   * How many rows of the file name it.
   * @example 11
   */
  rows: number;
}

/**
 * The stored result of an import: without its rows and missing employees, which are stored separately, and with the number of rows that have warnings.
 */
export type ImportSummary = Omit<ImportResult, 'rows' | 'missing'> & { warnings: number };

/** A heading of an imported file. */
export interface ImportHeading {
  /** @example "Given name" */
  heading: string;
  /**
   * The column that it was read as; null: it was ignored.
   * @example "firstname"
   */
  column: string | null;
}
