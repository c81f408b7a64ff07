import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Person } from '../../ui/person';
import type { Employee } from './employees.page';
import dataTableStyles from '../../ui/data-table.module.css';

/** An employee in a list, who leads to the own page. */
export function EmployeeName({ employee }: { employee: Employee }): ReactNode {
  const { id, fullName, email } = employee;
  return (
    <Person name={fullName} photo={photoOf(employee)}>
      <Link href={`/employees/${id}`}>{fullName}</Link>
      <span className={dataTableStyles.below}>{email}</span>
    </Person>
  );
}

/** Where the photo of an employee is; null without one. Its id makes a new one another address. */
export function photoOf({ id, photoFileId }: Pick<Employee, 'id' | 'photoFileId'>): string | null {
  return photoFileId === null ? null : `/api/employees/${id}/photo?${photoFileId}`;
}
