import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { type Goal, GOAL_STATUSES, isOpenGoal } from '../goal/goal';
import { GoalDialog } from '../goal/goal-dialog';
import { GoalState } from '../goal/goal-state';
import { KeyResults } from '../goal/key-results';
import { ShareBar } from '../share-bar/share-bar';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './my-goals.module.css';

const PAGE_SIZE = 20;

/** /my-goals: the user's goals with their key results, and the way to report progress. */
export function MyGoalsPage(): ReactNode {
  const t = useTranslations('myGoals');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [, navigate] = useLocation();
  const { employeeId } = useProfile();
  return (
    <div className={styles.myGoals}>
      <div className="page-head">
        <PageTitle>{pages('myGoals')}</PageTitle>
        {employeeId !== null && (
          <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
            {t('add')}
          </Button>
        )}
      </div>
      {employeeId === null ? (
        <p className={dataTableStyles.tableEmpty}>{t('noEmployee')}</p>
      ) : (
        <OwnGoals employeeId={employeeId} />
      )}
      <GoalDialog onCreated={({ id }) => navigate(`/goals/${id}`)} />
    </div>
  );
}

function OwnGoals({ employeeId }: { employeeId: string }): ReactNode {
  const t = useTranslations('myGoals');
  const statuses = useTranslations('goalStatus');
  const address = useAddress();
  const status = address.get('status') || undefined;
  const query = { ownerEmployeeId: employeeId, status, page: address.page, pageSize: PAGE_SIZE };
  const list = useRead('/api/goals', { query }, { keepPrevious: true });
  return (
    <>
      <Filters>
        <ChoiceFilter
          name="status"
          label={t('status')}
          choices={GOAL_STATUSES.map((value) => ({ value, text: statuses(value) }))}
        />
      </Filters>
      <Loaded read={list}>
        {(shown) =>
          shown.totalCount === 0 ? (
            <p className={dataTableStyles.tableEmpty}>{status === undefined ? t('empty') : t('noneFound')}</p>
          ) : (
            <Paged shown={shown}>
              <ul className="stack">
                {openFirst(shown.items).map((goal) => (
                  <GoalCard key={goal.id} goal={goal} />
                ))}
              </ul>
            </Paged>
          )
        }
      </Loaded>
    </>
  );
}

function openFirst(goals: readonly Goal[]): Goal[] {
  return goals.toSorted((a, b) => Number(isOpenGoal(b)) - Number(isOpenGoal(a)));
}

function GoalCard({ goal }: { goal: Goal }): ReactNode {
  const t = useTranslations('myGoals');
  const levels = useTranslations('goalLevel');
  const date = useCalendarDate();
  const { id, title, status, level, parent, dueDate, progress } = goal;
  return (
    <li className="card">
      <div className={styles.goalHead}>
        <h2>
          <Link href={`/goals/${id}`}>{title}</Link>
        </h2>
        <GoalState status={status} />
        <ShareBar percent={progress} />
      </div>
      <p className={clsx(styles.goalFacts, 'muted')}>
        {level !== 'Individual' && <span>{levels(level)}</span>}
        {dueDate !== null && <span>{t('due', { date: date(dueDate) })}</span>}
        {parent !== null && <span>{t('contributes', { goal: parent })}</span>}
      </p>
      {(goal.keyResults.length > 0 || isOpenGoal(goal)) && <KeyResults goal={goal} />}
    </li>
  );
}
