import { ImportHeadingModel, type ImportHeadingRow } from '../../shared/people/import-heading.model';
import { type ImportHeadingsView, toImportHeadingView } from './import-headings.dto';

/** The headings that the organization's files use for columns of the employee import, in their order. */
export async function getImportHeadings(): Promise<ImportHeadingsView> {
  const rows = await ImportHeadingModel.find().sort({ name: 1, _id: 1 }).lean<ImportHeadingRow[]>();
  return { headings: rows.map(toImportHeadingView) };
}
