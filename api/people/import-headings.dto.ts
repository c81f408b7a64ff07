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

/** A heading that stands for a column of the employee import. */
export interface ImportHeadingView {
  heading: Heading;
  column: EmployeeColumn;
}

/** The headings that your organization uses. */
export interface ImportHeadingsView {
  headings: ImportHeadingView[];
}

/** What a heading stands for. */
export interface AssignedHeading {
  heading: Heading;
  /** Null: nothing any more; the column is ignored. */
  column: EmployeeColumn | null;
}

export interface UpdateImportHeadings {
  /** @maxItems 100 must have at most 100 entries */
  headings: AssignedHeading[];
}

/** A remembered heading as the API shows it. */
export function toImportHeadingView({ heading, column }: ImportHeadingRow): ImportHeadingView {
  return { heading, column };
}
