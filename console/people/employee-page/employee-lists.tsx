import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { type ListAnswer, Paged } from '../../ui/paged';
import type { Employee } from '../employees/employee';
import { EmployeeName } from '../employees/employee-name';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './employee-page.module.css';

type Cycle = ReadResult<'/api/evaluation-cycles'>['items'][number];
type Goal = ReadResult<'/api/goals'>['items'][number];
type Plan = ReadResult<'/api/development-plans'>['items'][number];

const PAGE_SIZE = 20;

interface ListProps {
  employeeId: string;
}

/** The cycles in which the employee is evaluated; each leads to the employee's results. */
export function EmployeeCycles({ employeeId }: ListProps): ReactNode {
  const t = useTranslations('employee');
  const date = useCalendarDate();
  const { page } = useAddress();
  const read = useRead('/api/evaluation-cycles', { query: { subjectId: employeeId, page, pageSize: PAGE_SIZE } });
  const columns: Column<Cycle>[] = [
    {
      name: 'name',
      heading: t('cycle'),
      cell: ({ id, name }) => <Link href={`/cycles/${id}/results/${employeeId}`}>{name}</Link>,
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => t(`cycleStatus.${status}`) },
    { name: 'start', heading: t('start'), cell: ({ startDate }) => startDate && date(startDate) },
    { name: 'end', heading: t('end'), cell: ({ endDate }) => endDate && date(endDate) },
  ];
  return (
    <Loaded read={read}>
      {(shown) => <Rows label={t('evaluations')} columns={columns} shown={shown} empty={t('noEvaluations')} />}
    </Loaded>
  );
}

export function EmployeeGoals({ employeeId }: ListProps): ReactNode {
  const t = useTranslations('employee');
  const format = useFormatter();
  const date = useCalendarDate();
  const { page } = useAddress();
  const read = useRead('/api/goals', { query: { ownerEmployeeId: employeeId, page, pageSize: PAGE_SIZE } });
  const columns: Column<Goal>[] = [
    {
      name: 'title',
      heading: t('goal'),
      cell: ({ id, title }) => <Link href={`/goals/${id}`}>{title}</Link>,
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => t(`goalStatus.${status}`) },
    { name: 'due', heading: t('due'), cell: ({ dueDate }) => dueDate && date(dueDate) },
    {
      name: 'progress',
      heading: t('progress'),
      isNumber: true,
      cell: ({ progress }) => format.number(progress / 100, { style: 'percent' }),
    },
  ];
  return (
    <Loaded read={read}>
      {(shown) => <Rows label={t('goals')} columns={columns} shown={shown} empty={t('noGoals')} />}
    </Loaded>
  );
}

/** The employee's development plans, and a new one. */
export function EmployeePlans({ employeeId }: ListProps): ReactNode {
  const t = useTranslations('employee');
  const statuses = useTranslations('planStatus');
  const date = useCalendarDate();
  const { page } = useAddress();
  const read = useRead('/api/development-plans', { query: { employeeId, page, pageSize: PAGE_SIZE } });
  const columns: Column<Plan>[] = [
    {
      name: 'title',
      heading: t('plan'),
      cell: ({ id, title }) => <Link href={`/development-plans/${id}`}>{title}</Link>,
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => statuses(status) },
    { name: 'cycle', heading: t('cycle'), cell: ({ cycle }) => cycle },
    {
      name: 'due',
      heading: t('due'),
      cell: ({ actions }) => {
        const last = actions
          .map(({ dueDate }) => dueDate ?? '')
          .sort()
          .at(-1);
        return last && date(last);
      },
    },
  ];
  return (
    <>
      <p>
        <Link className={buttonStyles.button} href={`/development-plans?edit=new&employee=${employeeId}`}>
          {t('newPlan')}
        </Link>
      </p>
      <Loaded read={read}>
        {(shown) => <Rows label={t('plans')} columns={columns} shown={shown} empty={t('noPlans')} />}
      </Loaded>
    </>
  );
}

/** The employee's career path, step by step. */
export function EmployeePath({ employeeId }: ListProps): ReactNode {
  const t = useTranslations('employee');
  const read = useRead('/api/career-paths', { query: { employeeId } });
  return (
    <Loaded read={read}>
      {({ items: [path] }) =>
        path ? (
          <div className="card">
            <h2>
              <Link href={`/career-paths/${path.id}`}>{path.name}</Link>
            </h2>
            <ol className={styles.employeePath}>
              {path.steps.map(({ order, jobProfile }) => (
                <li key={order}>{jobProfile}</li>
              ))}
            </ol>
          </div>
        ) : (
          <p className={dataTableStyles.tableEmpty}>{t('noPath')}</p>
        )
      }
    </Loaded>
  );
}

/** Who reports to the employee directly. */
export function EmployeeReports({ employeeId }: ListProps): ReactNode {
  const t = useTranslations('employee');
  const fields = useTranslations('employees');
  const statuses = useTranslations('employeeStatus');
  const { page } = useAddress();
  const read = useRead('/api/employees', { query: { managerId: employeeId, page, pageSize: PAGE_SIZE } });
  const columns: Column<Employee>[] = [
    {
      name: 'name',
      heading: fields('name'),
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    { name: 'department', heading: fields('department'), cell: ({ department }) => department },
    { name: 'profile', heading: fields('jobProfile'), cell: ({ jobProfile }) => jobProfile },
    { name: 'status', heading: fields('status'), cell: ({ status }) => statuses(status) },
  ];
  return (
    <Loaded read={read}>
      {(shown) => <Rows label={t('reports')} columns={columns} shown={shown} empty={t('noReports')} />}
    </Loaded>
  );
}

interface RowsProps<T> {
  label: string;
  columns: readonly Column<T>[];
  shown: ListAnswer<T>;
  empty: string;
}

function Rows<T extends { id: string }>({ label, columns, shown, empty }: RowsProps<T>): ReactNode {
  return (
    <Paged shown={shown} isQuiet>
      <DataTable label={label} columns={columns} rows={shown.items} rowKey={({ id }) => id} empty={<p>{empty}</p>} />
    </Paged>
  );
}
