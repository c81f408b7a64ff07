import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { EMPLOYEE_COLUMNS, EMPLOYEE_CSV_COLUMNS, IMPORT_MODES } from '../../../shared/people/employee-csv.rules';
import { SelectField } from '../../form/fields';
import { answered, api } from '../../http/client';
import type { ImportKind, ImportOptions } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';
import { Differences } from './differences';
import { Findings } from './findings';
import { leaversOf, Missing } from './missing';

type AssignedHeading = components['schemas']['AssignedHeading'];

const EMPLOYEES: ImportKind = {
  list: '/employees',
  texts: 'employeesImport',
  columns: { ...EMPLOYEE_CSV_COLUMNS, assignable: EMPLOYEE_COLUMNS },
  example: 'Ana,García,ana.garcia@example.com,E-0042,Sales,benito.ruiz@example.com,,2024-01-31',
  nameOf: ({ name, email }) => [name, email].filter(Boolean).join(' · '),
  options: { dateFormat: 'auto', create: '', mode: 'add', applyStatus: '', terminate: '' },
  optionFields: <ModeField />,
  findings: (check) => <Findings {...check} />,
  details: (check) => (
    <>
      <Differences {...check} />
      <Missing {...check} />
    </>
  ),
  besides: (options) => leaversOf(options).length,
  afterwards: <Invitation />,
  remember: (assigned) =>
    answered(api.PUT('/api/employees/import-headings', { body: { headings: assigned as AssignedHeading[] } })),
  send: (file, { terminate = '', ...options }, dryRun) =>
    api.POST('/api/employees/import-csv', {
      params: { query: { ...queryOf(options), dryRun } },
      ...asUpload(file, leaverFields({ terminate })),
    }),
  refreshes: ['/api/employees', '/api/departments'],
};

/** /employees/import: employees from a CSV file; headings that a user assigns are remembered by the organization. */
export function EmployeesImportPage(): ReactNode {
  return <ImportPage kind={EMPLOYEES} />;
}

function queryOf({ dateFormat, create, mode, applyStatus }: ImportOptions) {
  return {
    dateFormat,
    ...(create ? { create } : {}),
    ...(mode === 'update' ? { mode, applyStatus: applyStatus === 'true' } : {}),
  };
}

/** Ids in one field of the form, which has a limit. */
const IDS_AT_ONCE = 1_000;

/** Those who are to be marked as having left, as fields of the form. */
function leaverFields(options: ImportOptions): [string, string][] {
  const ids = leaversOf(options);
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, part) => [
    'terminate',
    ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE).join(','),
  ]);
}

/** Whether the import changes those who exist. */
function ModeField(): ReactNode {
  const t = useTranslations('employeesImport');
  const choices = IMPORT_MODES.map((mode) => ({ value: mode, text: t(`modes.${mode}`) }));
  return <SelectField name="options.mode" label={t('mode')} hint={t('modeHint')} choices={choices} />;
}

function Invitation(): ReactNode {
  return useTranslations('employeesImport')('invite');
}
