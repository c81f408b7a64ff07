import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Button } from '../../ui/button';
import type { Dashboard } from './dashboard';
import styles from './dashboard.module.css';

/** Shown before the user expands the list. */
const SHOWN_AT_FIRST = 12;

/** The people of each department, without its subdepartments. */
export function Departments({
  headcount: { byDepartment, terminated },
}: {
  headcount: Dashboard['headcount'];
}): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const [showsAll, setShowsAll] = useState(false);
  const present = byDepartment.filter(({ total }) => total > 0);
  const shown = showsAll ? present : present.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="card" aria-labelledby="dashboard-departments">
      <h2 id="dashboard-departments">{t('departments')}</h2>
      <table className={styles.figureTable}>
        <thead>
          <tr>
            <th scope="col">{t('department')}</th>
            <th scope="col">{t('active')}</th>
            <th scope="col">{t('onLeave')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ departmentId, department, active, onLeave }) => (
            <tr key={departmentId}>
              <th scope="row">
                {departmentId === null ? (
                  t('noDepartment')
                ) : (
                  <Link href={`/employees?department=${departmentId}`}>{department ?? '–'}</Link>
                )}
              </th>
              <td>{format.number(active)}</td>
              <td>{format.number(onLeave)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < present.length && (
        <Button kind="quiet" onClick={() => setShowsAll(true)}>
          {t('more')}
        </Button>
      )}
      {terminated > 0 && (
        <p className="muted">
          <Link href="/employees?status=Terminated">{t('terminated', { count: terminated })}</Link>
        </p>
      )}
    </section>
  );
}
