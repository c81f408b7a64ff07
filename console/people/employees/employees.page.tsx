import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf, rowChoices } from '../../form/choices';
import { useRead } from '../../http/use-read';
import type { Bulk } from '../../list/bulk';
import { ListTable } from '../../list/list-table';
import { useCalendarDate } from '../../texts/calendar-date';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { Person } from '../../ui/person';
import { EmployeeState } from '../employee-page/employee-state';
import type { Employee } from './employee';
import { EmployeeName } from './employee-name';
import { STATUSES } from './statuses';
import { useEmployeeMenu } from './use-employee-menu';
import { useEmployeesBulk } from './use-employees-bulk';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

// The code of a form comes when its dialog opens.
const EmployeeDialog = lazyPart(() => import('./employee-dialog'));

/** /employees: everybody of the organization; filter, order, page and the open dialog are in the address. */
export function EmployeesPage(): ReactNode {
  const t = useTranslations('employees');
  const pages = useTranslations('pages');
  const statuses = useTranslations('employeeStatus');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ departmentId: 'department', status: 'status' });
  const asked = { ...query, sort: address.get('sort') || undefined };
  const list = useRead('/api/employees', { query: asked }, { keepPrevious: true });
  const departments = useRead('/api/departments/options');
  const bulk = useEmployeesBulk(asked, list.data?.totalCount ?? 0, departments.data);
  return (
    <ListPage
      title={pages('employees')}
      actions={
        <>
          <Link className={buttonStyles.button} href="/employees/import">
            {t('import')}
          </Link>
          <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
            {t('add')}
          </Button>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="department" label={t('department')} choices={rowChoices(departments.data)} />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(STATUSES, statuses)} />
        </>
      }
      read={list}
      table={(rows) => <EmployeeTable employees={rows} isFiltered={isFiltered} bulk={bulk} />}
    >
      {address.get('edit') !== '' && (
        <Suspense fallback={<Pending />}>
          <EmployeeDialog departments={departments.data ?? []} />
        </Suspense>
      )}
    </ListPage>
  );
}

interface TableProps {
  employees: readonly Employee[];
  isFiltered: boolean;
  bulk: Bulk<Employee>;
}

function EmployeeTable({ employees, isFiltered, bulk }: TableProps): ReactNode {
  const address = useAddress();
  const t = useTranslations('employees');
  const pages = useTranslations('pages');
  const date = useCalendarDate();
  const menu = useEmployeeMenu();
  const columns: Column<Employee>[] = [
    {
      name: 'name',
      heading: t('nameHeading'),
      sort: 'name',
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    {
      name: 'code',
      heading: t('codeHeading'),
      sort: 'employeeCode',
      cell: ({ employeeCode }) => employeeCode && <span className={dataTableStyles.code}>{employeeCode}</span>,
    },
    {
      name: 'department',
      heading: t('departmentAndProfile'),
      cell: ({ department, jobProfile }) => (
        <>
          {department}
          <span className={dataTableStyles.below}>{jobProfile}</span>
        </>
      ),
    },
    {
      name: 'manager',
      heading: t('manager'),
      cell: ({ managerId, manager }) => manager !== null && <Person id={managerId} name={manager} />,
    },
    {
      name: 'hired',
      heading: t('hireDate'),
      sort: 'hireDate',
      cell: ({ hireDate }) => hireDate && <span className={dataTableStyles.date}>{date(hireDate)}</span>,
    },
    {
      name: 'status',
      heading: t('status'),
      sort: 'status',
      cell: ({ status }) => <EmployeeState status={status} />,
    },
  ];
  return (
    <ListTable
      label={pages('employees')}
      list="employees"
      bulk={bulk}
      columns={columns}
      rows={employees}
      rowKey={({ id }) => id}
      defaultSort="name"
      empty={
        isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href={address.with({ edit: 'new' })}>{t('empty')}</Empty>
      }
      menu={menu}
    />
  );
}
