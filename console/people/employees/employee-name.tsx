import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Person } from '../../ui/person';
import type { Employee } from './employee';
import dataTableStyles from '../../ui/data-table.module.css';

/** An employee in a list, with a link to their page. */
export function EmployeeName({ employee }: { employee: Employee }): ReactNode {
  const { id, fullName, email } = employee;
  return (
    <Person id={id} name={fullName}>
      <Link href={`/employees/${id}`}>{fullName}</Link>
      <span className={dataTableStyles.below}>{email}</span>
    </Person>
  );
}
