import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { Pending } from '../../app/ready-mark';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { lazyPart } from '../../ui/lazy-part';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import type { Employee } from '../employees/employee';
import { AccountSection } from './account-section';
import { EmployeeFacts } from './employee-facts';
import { EmployeeCycles, EmployeeGoals, EmployeePath, EmployeePlans, EmployeeReports } from './employee-lists';
import { EmployeeState } from './employee-state';
import { HoldSection } from './hold-section';
import styles from './employee-page.module.css';

// The code of a form comes when its dialog opens.
const EmployeeDialog = lazyPart(() => import('../employees/employee-dialog'));

/** What the lower part of the page shows; the address names it as `show`. */
const LISTS = ['evaluations', 'goals', 'plans', 'path', 'reports'] as const;
type List = (typeof LISTS)[number];

/** /employees/:id: everything about one employee. */
export function EmployeePage({ params: { id = '' } }: PageProps): ReactNode {
  const employee = useRead('/api/employees/{id}', { path: { id } });
  return <Loaded read={employee}>{(found) => <EmployeeView employee={found} />}</Loaded>;
}

function EmployeeView({ employee }: { employee: Employee }): ReactNode {
  const t = useTranslations('employee');
  const address = useAddress();
  const { id, fullName, status } = employee;
  const isEditing = address.get('edit') !== '';
  const departments = useRead('/api/departments/options', undefined, { enabled: isEditing });
  return (
    <div className="stack">
      <div className={clsx('page-head', styles.employeeHead)}>
        <PageTitle face={<PersonFace id={id} name={fullName} />}>{fullName}</PageTitle>
        <EmployeeState status={status} />
        <Button kind="primary" onClick={() => address.change({ edit: id })}>
          {t('edit')}
        </Button>
      </div>
      <div className={styles.employeeCards}>
        <EmployeeFacts employee={employee} />
        <div className="stack">
          <AccountSection employee={employee} />
          <HoldSection employee={employee} />
        </div>
      </div>
      <EmployeeLists employeeId={id} />
      {departments.data && address.get('edit') !== '' && (
        <Suspense fallback={<Pending />}>
          <EmployeeDialog departments={departments.data} />
        </Suspense>
      )}
    </div>
  );
}

function EmployeeLists({ employeeId }: { employeeId: string }): ReactNode {
  const t = useTranslations('employee');
  const address = useAddress();
  const shown: List = LISTS.find((list) => list === address.get('show')) ?? 'evaluations';
  const Shown = {
    evaluations: EmployeeCycles,
    goals: EmployeeGoals,
    plans: EmployeePlans,
    path: EmployeePath,
    reports: EmployeeReports,
  }[shown];
  return (
    <section className="stack" aria-label={t(shown)}>
      <nav className={styles.employeeLists} aria-label={t('lists')}>
        {LISTS.map((list) => (
          <Link
            key={list}
            href={address.with({ show: list === 'evaluations' ? '' : list, page: '' })}
            aria-current={list === shown ? 'page' : undefined}
          >
            {t(list)}
          </Link>
        ))}
      </nav>
      <Shown employeeId={employeeId} />
    </section>
  );
}
