import type { components } from '../../../build/openapi/internal';
import { ApiError } from '../../http/api-error';
import { answered, api } from '../../http/client';
import type { AssignedColumns } from './heading-fields';

export type ImportHeading = components['schemas']['ImportHeading'];
type EmployeeColumn = components['schemas']['ImportHeadingView']['column'];

/** The headings of a file that the API refused because it lacks required columns; empty for other refusals. */
export function headingsOf(error: unknown): readonly ImportHeading[] {
  const headings = error instanceof ApiError ? error.body.headings : undefined;
  return Array.isArray(headings) ? (headings as ImportHeading[]) : [];
}

/** Whether a user may say what the heading stands for: it is none of the columns' own names, and has letters or digits. */
export function isAssignable({ heading, column }: ImportHeading): boolean {
  return /[^"\s_-]/.test(heading) && heading.replace(/[\s_-]+/g, '').toLowerCase() !== column;
}

/** Has the organization's imports read these headings as the chosen columns from now on. */
export async function rememberHeadings(headings: readonly ImportHeading[], columns: AssignedColumns): Promise<void> {
  const assigned = headings.flatMap((heading, at) => {
    const chosen = columns[`at${at}`];
    if (chosen === undefined || chosen === (heading.column ?? '') || !isAssignable(heading)) return [];
    return [{ heading: heading.heading, column: chosen === '' ? null : (chosen as EmployeeColumn) }];
  });
  if (assigned.length > 0) await answered(api.PUT('/api/employees/import-headings', { body: { headings: assigned } }));
}
