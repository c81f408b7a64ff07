import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { choicesOf, rowChoices } from '../../form/choices';
import { EmployeeField } from '../../form/employee-field';
import { SelectField } from '../../form/fields';
import { answered, api } from '../../http/client';
import { queryClient } from '../../http/query-client';
import { readKey, type ReadResult, readOnce, useRead } from '../../http/use-read';
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
    {
      action: 'invite',
      text: t('invite'),
      phrase: (count) => t('bulk.invite', { count }),
      donePhrase: (count) => t('bulk.invited', { count }),
      effect: t('inviteEffect'),
    },
    {
      action: 'department',
      text: t('department'),
      phrase: (count, { departmentId }) =>
        departmentId === ''
          ? t('bulk.noDepartment', { count })
          : t('bulk.set', { name: nameIn(departments, departmentId), count }),
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
      phrase: (count, { managerId, managerName }) =>
        managerId === '' ? t('bulk.noManager', { count }) : t('bulk.manager', { name: String(managerName), count }),
      asks: {
        initial: { managerId: '', managerName: '' },
        valuesOf: ({ managerId }) => ({ managerId: managerId || null }),
        fields: (
          <EmployeeField
            name="managerId"
            nameField="managerName"
            label={t('manager')}
            hint={t('noManagerHint')}
            isOptional
          />
        ),
      },
    },
    {
      action: 'job-profile',
      text: t('jobProfile'),
      phrase: (count, { jobProfileId }) =>
        jobProfileId === ''
          ? t('bulk.noJobProfile', { count })
          : t('bulk.set', { name: nameIn(jobProfiles(), jobProfileId), count }),
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
      phrase: (count, { status }) =>
        t('bulk.status', {
          status: statuses(STATUSES.find((option) => option === status) ?? 'Active'),
          count,
        }),
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

const nameIn = (options: readonly { id: string; name: string }[] | undefined, chosen: unknown): string =>
  options?.find(({ id }) => id === chosen)?.name ?? '';

/** The job profiles that the field offered. */
const jobProfiles = (): ReadResult<'/api/job-profiles/options'> | undefined =>
  queryClient.getQueryData(readKey('/api/job-profiles/options'));

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
