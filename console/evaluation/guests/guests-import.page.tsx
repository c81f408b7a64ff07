import { type ReactNode, useMemo } from 'react';
import { GUEST_CSV_COLUMNS } from '../../../shared/evaluation/guests/guest-csv.rules';
import type { PageProps } from '../../app/route';
import { api } from '../../http/client';
import type { ImportKind } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';

/** /cycles/:id/guests/import: guests of a cycle from a CSV file. */
export function GuestsImportPage({ params: { id = '' } }: PageProps): ReactNode {
  const kind = useMemo(() => guestsOf(id), [id]);
  return <ImportPage kind={kind} />;
}

const guestsOf = (id: string): ImportKind => ({
  list: `/cycles/${id}/guests`,
  texts: 'guestsImport',
  columns: GUEST_CSV_COLUMNS,
  example: 'ana.garcia@example.com,Marta Ruiz,marta@client.example',
  nameOf: ({ cells }) => cells?.join(', ') ?? '',
  options: {},
  send: (file, _options, dryRun) =>
    api.POST('/api/evaluation-cycles/{id}/guests/import-csv', {
      params: { path: { id }, query: { dryRun } },
      ...asUpload(file),
    }),
  refreshes: ['/api/guests', '/api/evaluation-cycles'],
});
