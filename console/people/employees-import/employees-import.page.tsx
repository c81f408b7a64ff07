import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { CSV_DATE_FORMATS } from '../../../shared/kernel/csv-dates.rules';
import { EMPLOYEE_CSV_COLUMNS } from '../../../shared/people/employee-csv.rules';
import { choicesOf } from '../../form/choices';
import { SelectField } from '../../form/fields';
import { answered, api } from '../../http/client';
import type { ImportKind } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';

type AssignedHeading = components['schemas']['AssignedHeading'];

const EMPLOYEES: ImportKind = {
  list: '/employees',
  texts: 'employeesImport',
  columns: EMPLOYEE_CSV_COLUMNS,
  example: 'Ana,García,ana.garcia@example.com,E-0042,Sales,benito.ruiz@example.com,,2024-01-31',
  nameOf: ({ email }) => email ?? '',
  options: { dateFormat: CSV_DATE_FORMATS[0] },
  optionFields: <DateFormatField />,
  afterwards: <Invitation />,
  remember: (assigned) =>
    answered(api.PUT('/api/employees/import-headings', { body: { headings: assigned as AssignedHeading[] } })),
  send: (file, { dateFormat }, dryRun) =>
    api.POST('/api/employees/import-csv', {
      params: { query: { dateFormat, dryRun } },
      ...asUpload(file),
    }),
  refreshes: ['/api/employees', '/api/departments'],
};

/** /employees/import: employees from a CSV file; headings that a user assigns are remembered by the organization. */
export function EmployeesImportPage(): ReactNode {
  return <ImportPage kind={EMPLOYEES} />;
}

function DateFormatField(): ReactNode {
  const t = useTranslations('employeesImport');
  return (
    <SelectField
      name="options.dateFormat"
      label={t('dateFormat')}
      hint={t('dateFormatHint')}
      choices={choicesOf(CSV_DATE_FORMATS, (format) => t(`dateFormats.${format}`))}
    />
  );
}

function Invitation(): ReactNode {
  return useTranslations('employeesImport')('invite');
}
