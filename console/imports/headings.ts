import type { components } from '../../build/openapi/internal';
import { ApiError } from '../http/api-error';
import { readText } from './checked-file';
import { withHeadings } from './corrected-csv';
import type { ImportKind } from './import-kind';

export type ImportHeading = components['schemas']['ImportHeading'];

/** The chosen column of each heading, by its place in the file (`at0`); an empty text ignores it. */
export type AssignedColumns = Readonly<Record<string, string>>;

/** The headings of a file that the API refused because it lacks required columns; empty for other refusals. */
export function headingsOf(error: unknown): readonly ImportHeading[] {
  const headings = error instanceof ApiError ? error.body.headings : undefined;
  return Array.isArray(headings) ? (headings as ImportHeading[]) : [];
}

/** Whether a user may assign a column to the heading: it is not a column's own name, and has letters or digits. */
export function isAssignable({ heading, column }: ImportHeading): boolean {
  return /[^"\s_-]/.test(heading) && heading.replace(/[\s_-]+/g, '').toLowerCase() !== column;
}

/** The file, whose headings are read as the chosen columns from now on. */
export async function withColumns(
  { remember }: ImportKind,
  file: File,
  headings: readonly ImportHeading[],
  columns: AssignedColumns,
): Promise<File> {
  const chosen = headings.map((heading, at) => {
    const column = columns[`at${at}`];
    return column === undefined || column === (heading.column ?? '') || !isAssignable(heading) ? undefined : column;
  });
  if (chosen.every((column) => column === undefined)) return file;
  if (!remember) {
    const names = headings.map(({ heading }, at) => chosen[at] ?? heading);
    return new File([withHeadings(await readText(file), names)], file.name, { type: 'text/csv' });
  }
  await remember(
    headings.flatMap(({ heading }, at) => {
      const column = chosen[at];
      return column === undefined ? [] : [{ heading, column: column === '' ? null : column }];
    }),
  );
  return file;
}
