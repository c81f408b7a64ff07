import type { ReactNode } from 'react';
import { COMPETENCY_CSV_COLUMNS } from '../../../shared/framework/competency-csv.rules';
import { api } from '../../http/client';
import type { ImportKind } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';

const COMPETENCIES: ImportKind = {
  list: '/competencies',
  texts: 'competenciesImport',
  columns: COMPETENCY_CSV_COLUMNS,
  example: 'LEA-1,Delegation,Hands whole results over,Leadership',
  nameOf: ({ code }) => code ?? '',
  options: {},
  send: (file, _options, dryRun) =>
    api.POST('/api/competencies/import-csv', {
      params: { query: { dryRun } },
      ...asUpload(file),
    }),
  refreshes: ['/api/competencies', '/api/competency-categories'],
};

/** /competencies/import: competencies from a CSV file. */
export function CompetenciesImportPage(): ReactNode {
  return <ImportPage kind={COMPETENCIES} />;
}
