import { DATE_COLUMN, ImportHeadingModel, type ImportHeadingRow } from '../../shared/people/import-heading.model';
import { type ImportHeadingsView, toImportHeadingView } from './import-headings.dto';

/** Returns the organization's headings for columns of the employee import, in order. */
export async function getImportHeadings(): Promise<ImportHeadingsView> {
  const rows = await ImportHeadingModel.find().sort({ name: 1, _id: 1 }).lean<ImportHeadingRow[]>();
  return {
    headings: rows.filter(({ name }) => name !== DATE_COLUMN).map(toImportHeadingView),
    dateFormat: rows.find(({ name }) => name === DATE_COLUMN)?.dateFormat ?? null,
  };
}
