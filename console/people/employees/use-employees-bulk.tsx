import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { choicesOf, rowChoices } from '../../form/choices';
import { EmployeeField } from '../../form/employee-field';
import { SelectField } from '../../form/fields';
import { answered, api } from '../../http/client';
import { type ReadResult, readOnce, useRead } from '../../http/use-read';
import type { Bulk, BulkAction } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import { Loaded } from '../../ui/loaded';
import type { Employee, EmployeeQuery } from './employee';
import { STATUSES } from './statuses';

/** What can be done with several employees of the list at once. */
export function useEmployeesBulk(
  query: EmployeeQuery,
  totalCount: number,
  departments: ReadResult<'/api/departments/options'> | undefined,
): Bulk<Employee> {
  const t = useTranslations('employees');
  const statuses = useTranslations('employeeStatus');
  const selection = useRowSelection();
  const actions: BulkAction[] = [
    { action: 'invite', text: t('invite'), effect: t('inviteEffect') },
    {
      action: 'department',
      text: t('department'),
      asks: {
        initial: { departmentId: '' },
        valuesOf: ({ departmentId }) => ({ departmentId: departmentId || null }),
        fields: (
          <SelectField
            name="departmentId"
            label={t('department')}
            choices={[{ value: '', text: t('noDepartment') }, ...rowChoices(departments)]}
          />
        ),
      },
    },
    {
      action: 'manager',
      text: t('manager'),
      asks: {
        initial: { managerId: '' },
        valuesOf: ({ managerId }) => ({ managerId: managerId || null }),
        fields: <EmployeeField name="managerId" label={t('manager')} hint={t('noManagerHint')} isOptional />,
      },
    },
    {
      action: 'job-profile',
      text: t('jobProfile'),
      asks: {
        initial: { jobProfileId: '' },
        valuesOf: ({ jobProfileId }) => ({ jobProfileId: jobProfileId || null }),
        fields: <JobProfileField />,
      },
    },
    {
      action: 'status',
      text: t('status'),
      isDanger: true,
      asks: {
        initial: { status: 'Active' },
        valuesOf: ({ status }) => ({ status }),
        fields: <SelectField name="status" label={t('status')} choices={choicesOf(STATUSES, statuses)} />,
      },
    },
  ];
  return {
    ...selection,
    idOf: ({ id }) => id,
    nameOf: ({ fullName }) => fullName,
    totalCount,
    readPage: (page, pageSize) => readOnce('/api/employees', { query: { ...query, page, pageSize } }),
    actions,
    // The API checks the action and its values.
    send: (body) => answered(api.POST('/api/employees/bulk', { body: body as never })),
    refreshes: ['/api/employees', '/api/departments'],
  };
}

function JobProfileField(): ReactNode {
  const t = useTranslations('employees');
  const profiles = useRead('/api/job-profiles/options');
  return (
    <Loaded read={profiles}>
      {(options) => (
        <SelectField
          name="jobProfileId"
          label={t('jobProfile')}
          choices={[{ value: '', text: t('noJobProfile') }, ...rowChoices(options)]}
        />
      )}
    </Loaded>
  );
}
