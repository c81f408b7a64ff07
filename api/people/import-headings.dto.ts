import type { CsvDateFormat } from '../../shared/kernel/csv-dates.rules';
import type { EmployeeColumn } from '../../shared/people/employee-csv.rules';
import type { ImportHeadingRow } from '../../shared/people/import-heading.model';

/**
 * A heading of a file.
 * @minLength 1 must not be empty
 * @maxLength 200 must have at most 200 characters
 * @pattern [^"\s_-] must contain a letter or digit
 * @example "Given name"
 */
export type Heading = string;

/** A heading with the column of the employee import that it means; null: it is ignored, although its meaning is known. */
export interface ImportHeadingView {
  heading: Heading;
  column: EmployeeColumn | null;
}

/** The headings that your organization uses. */
export interface ImportHeadingsView {
  headings: ImportHeadingView[];
  /** How your files write dates, where their values do not say it; null until an import sets it. */
  dateFormat: CsvDateFormat | null;
}

/** The column that a heading means. */
export interface AssignedHeading {
  heading: Heading;
  /** Null: none; the column is ignored. */
  column: EmployeeColumn | null;
}

export interface UpdateImportHeadings {
  /** @maxItems 100 must have at most 100 entries */
  headings: AssignedHeading[];
  /** Omitted: stays as it is. */
  dateFormat?: CsvDateFormat | null;
}

export function toImportHeadingView({ heading, column }: ImportHeadingRow): ImportHeadingView {
  return { heading, column };
}
