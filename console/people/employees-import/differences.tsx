import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import type { CheckedImport } from '../../imports/import-kind';
import { ReportPages } from '../../imports/report-pages';
import { useCalendarDate } from '../../texts/calendar-date';
import { DataTable } from '../../ui/data-table';

type Change = components['schemas']['ImportChange'];

/** The columns of the file by the fields that they change. */
const COLUMNS = {
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
  employeeCode: 'employeecode',
  department: 'department',
  manager: 'manager',
  jobProfile: 'jobprofile',
  hireDate: 'hiredate',
  status: 'status',
} as const;

/** What the rows of the file change of employees who exist: each field before and after. */
export function Differences({ jobId, summary: { updated = 0, dryRun } }: CheckedImport): ReactNode {
  const t = useTranslations('employeesImport');
  const value = useValue();
  const id = useId();
  if (updated === 0) return null;
  const title = t(dryRun ? 'differences' : 'differencesDone', { count: updated });
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ReportPages jobId={jobId} outcome="updated" label={title}>
        {(lines) => (
          <DataTable
            label={title}
            columns={[
              { name: 'employee', heading: t('rowName'), cell: ({ who }) => who },
              { name: 'field', heading: t('field'), cell: ({ field }) => t(`columnName.${COLUMNS[field]}`) },
              { name: 'before', heading: t('before'), cell: ({ field, before }) => value(field, before) },
              { name: 'after', heading: t('after'), cell: ({ field, after }) => value(field, after) },
            ]}
            rows={lines.flatMap(({ row, name, email, changes = [] }) =>
              changes.map((change) => ({ ...change, row, who: [name, email].filter(Boolean).join(' · ') })),
            )}
            rowKey={({ row, field }) => `${row} ${field}`}
            empty={null}
          />
        )}
      </ReportPages>
    </section>
  );
}

/** A value as people read it. */
function useValue(): (field: Change['field'], value: string | null) => ReactNode {
  const t = useTranslations('employeesImport');
  const statuses = useTranslations('employeeStatus');
  const date = useCalendarDate();
  return (field, value) => {
    if (value === null) return <span className="muted">{t('noValue')}</span>;
    if (field === 'hireDate') return date(value);
    return field === 'status' ? statuses(value as 'Active') : value;
  };
}
