import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { Filters } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { CycleSelect } from '../cycle-selection/cycle-selection';
import { NoCycle } from '../cycle-selection/no-cycle';
import { CycleTrend, DepartmentScores } from './cycle-charts';
import { CycleFigures } from './cycle-figures';
import { Departments } from './departments';
import { GoalFigures, PlanFigures } from './growth-figures';
import { Headlines } from './headlines';
import styles from './dashboard.module.css';

/** /dashboard: the organization at a glance; every figure leads to its list. */
export function DashboardPage(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('dashboard');
  const address = useAddress();
  const query = { cycleId: address.get('cycle') || undefined };
  const dashboard = useRead('/api/dashboards/organizational', { query }, { keepPrevious: true });
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('dashboard')}</PageTitle>
      </div>
      <Loaded read={dashboard}>
        {(shown) => (
          <div className="stack">
            <Filters className={styles.dashboardCycle}>
              <CycleSelect cycleId={shown.cycle?.id ?? null} cycle={shown.cycle?.name ?? null} />
            </Filters>
            <Headlines dashboard={shown} />
            {shown.cycle === null ? (
              <NoCycle>{t('noCycle')}</NoCycle>
            ) : (
              <CycleFigures dashboard={shown} cycleId={shown.cycle.id} />
            )}
            {shown.cycle !== null && shown.scores !== null && (
              <DepartmentScores scores={shown.scores} cycleId={shown.cycle.id} />
            )}
            <CycleTrend cycles={shown.cycles} />
            <div className={styles.dashboardColumns}>
              <GoalFigures goals={shown.goals} />
              <PlanFigures plans={shown.developmentPlans} />
              <Departments headcount={shown.headcount} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
