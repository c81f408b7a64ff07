import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Bar } from '../../ui/bar';
import { Explained } from '../../ui/help';
import type { Dashboard } from './dashboard';
import { FigureRows } from './figure-rows';
import styles from './dashboard.module.css';

/** Goals by level and state, with their mean progress. */
export function GoalFigures({ goals }: { goals: Dashboard['goals'] }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const shown = goals.filter(({ count }) => count > 0);
  return (
    <section className="card" aria-labelledby="dashboard-goals">
      <h2 id="dashboard-goals">{t('goals')}</h2>
      {shown.length === 0 ? (
        <p className="muted">{t('noGoals')}</p>
      ) : (
        <ul className={styles.goalFigures}>
          {shown.map(({ level, status, count, progress }) => (
            <li key={`${level} ${status}`}>
              <span>
                <Link href={`/goals?level=${level}&status=${status}`}>
                  {t(`goalLevel.${level}`)}, {t(`goalStatus.${status}`)}
                </Link>
              </span>
              <b>{format.number(count)}</b>
              <Bar share={progress / 100} />
              <span>{format.number(progress / 100, { style: 'percent' })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function PlanFigures({ plans: { byStatus } }: { plans: Dashboard['developmentPlans'] }): ReactNode {
  const t = useTranslations('dashboard');
  const statuses = useTranslations('planStatus');
  const format = useFormatter();
  const shown = byStatus.filter(({ count }) => count > 0);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <section className="card" aria-labelledby="dashboard-plans">
      <Explained term="developmentPlan">
        <h2 id="dashboard-plans">{t('plans')}</h2>
      </Explained>
      {shown.length === 0 ? (
        <p className="muted">{t('noPlans')}</p>
      ) : (
        <FigureRows
          rows={shown.map(({ status, count }) => ({
            key: status,
            name: <Link href={`/development-plans?status=${status}`}>{statuses(status)}</Link>,
            share: count / most,
            figure: format.number(count),
          }))}
        />
      )}
    </section>
  );
}
