import type { ReactNode } from 'react';
import { JOB_PROFILE_CSV_COLUMNS } from '../../../shared/framework/job-profile-csv.rules';
import { api } from '../../http/client';
import type { ImportKind } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';

const JOB_PROFILES: ImportKind = {
  list: '/job-profiles',
  texts: 'jobProfilesImport',
  columns: JOB_PROFILE_CSV_COLUMNS,
  example: 'DEV-2,Developer,Engineering,Delegation,3,yes\nDEV-2,Developer,Engineering,Feedback,2,no',
  nameOf: ({ name, code }) => name ?? code ?? '',
  options: {},
  send: (file, _options, dryRun) =>
    api.POST('/api/job-profiles/import-csv', {
      params: { query: { dryRun } },
      ...asUpload(file),
    }),
  refreshes: ['/api/job-profiles'],
};

/** /job-profiles/import: job profiles from a CSV file, with one row for each requirement. */
export function JobProfilesImportPage(): ReactNode {
  return <ImportPage kind={JOB_PROFILES} />;
}
