import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile, visitorOf } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { DeleteButton } from '../../ui/delete-button';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { ShareBar } from '../share-bar/share-bar';
import { type Goal, GOAL_PATHS, isOpenGoal } from './goal';
import { GoalDialog } from './goal-dialog';
import { GoalState } from './goal-state';
import { KeyResultDialog } from './key-result-dialog';
import { KeyResults } from './key-results';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './goal.module.css';

/** Goals that contribute to one directly; an organization has far fewer. */
const MAX_CHILDREN = 200;

/** /goals/:id: one goal with its key results, what it contributes to and what contributes to it. */
export function GoalPage({ params: { id = '' } }: PageProps): ReactNode {
  const goal = useRead('/api/goals/{id}', { path: { id } });
  return <Loaded read={goal}>{(found) => <GoalView goal={found} />}</Loaded>;
}

function GoalView({ goal }: { goal: Goal }): ReactNode {
  const t = useTranslations('goal');
  const address = useAddress();
  const { id, title, description, canEdit } = goal;
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle>{title}</PageTitle>
          {canEdit && <DeleteGoal goal={goal} />}
          {canEdit && (
            <Button kind="primary" onClick={() => address.change({ edit: id })}>
              {t('edit')}
            </Button>
          )}
        </div>
        <GoalFacts goal={goal} />
      </div>
      {description !== null && <p className={clsx('card', styles.goalDescription)}>{description}</p>}
      <KeyResultSection goal={goal} />
      <Children goal={goal} />
      <GoalDialog />
    </div>
  );
}

function GoalFacts({ goal }: { goal: Goal }): ReactNode {
  const t = useTranslations('goal');
  const levels = useTranslations('goalLevel');
  const date = useCalendarDate();
  const { level, status, ownerEmployeeId, owner, department, parentId, parent, startDate, dueDate, progress } = goal;
  return (
    <div className="card">
      <dl className={styles.goalFactsList}>
        <Fact name={t('status')}>
          <GoalState status={status} />
        </Fact>
        <Fact name={t('progress')}>
          <ShareBar percent={progress} />
        </Fact>
        <Fact name={t('level')}>{department === null ? levels(level) : `${levels(level)}: ${department}`}</Fact>
        <Fact name={t('owner')}>{owner === null ? t('noOwner') : <Person id={ownerEmployeeId} name={owner} />}</Fact>
        <Fact name={t('dates')}>
          {startDate === null && dueDate === null
            ? t('noDates')
            : [startDate && date(startDate), dueDate && date(dueDate)].filter(Boolean).join(' – ')}
        </Fact>
        <Fact name={t('parent')}>
          {parent === null ? t('noParent') : <Link href={`/goals/${parentId}`}>{parent}</Link>}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function KeyResultSection({ goal }: { goal: Goal }): ReactNode {
  const t = useTranslations('goal');
  const texts = useTranslations('keyResults');
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="card" aria-labelledby="goal-key-results">
      <div className="page-head">
        <h2 id="goal-key-results">{t('keyResults')}</h2>
        {goal.canEdit && isOpenGoal(goal) && <Button onClick={() => setAdding(true)}>{texts('add')}</Button>}
      </div>
      <KeyResults goal={goal} />
      {isAdding && <KeyResultDialog goal={goal} keyResult={null} onClose={() => setAdding(false)} />}
    </section>
  );
}

function Children({ goal: { id, canEdit } }: { goal: Goal }): ReactNode {
  const t = useTranslations('goal');
  const address = useAddress();
  const isHr = mayPass(visitorOf(useProfile()).roles, 'people:manage');
  const children = useRead('/api/goals', { query: { parentId: id, pageSize: MAX_CHILDREN } });
  const columns: Column<Goal>[] = [
    {
      name: 'title',
      heading: t('title'),
      cell: (child) => (
        <>
          <Link href={`/goals/${child.id}`}>{child.title}</Link>
          <span className={dataTableStyles.below}>
            {child.owner === null ? child.department : <Person id={child.ownerEmployeeId} name={child.owner} />}
          </span>
        </>
      ),
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => <GoalState status={status} /> },
    { name: 'progress', heading: t('progress'), cell: ({ progress }) => <ShareBar percent={progress} /> },
  ];
  return (
    <section className="stack" aria-labelledby="goal-children">
      <div className={clsx('page-head', styles.goalChildrenHead)}>
        <h2 id="goal-children">{t('children')}</h2>
        {isHr && canEdit && <Button onClick={() => address.change({ edit: 'new', below: id })}>{t('addBelow')}</Button>}
      </div>
      <Loaded read={children}>
        {({ items }) => (
          <DataTable
            label={t('children')}
            columns={columns}
            rows={items}
            rowKey={(child) => child.id}
            empty={<p>{t('noChildren')}</p>}
          />
        )}
      </Loaded>
    </section>
  );
}

function DeleteGoal({ goal: { id, title, keyResults } }: { goal: Goal }): ReactNode {
  const t = useTranslations('goal');
  const [, navigate] = useLocation();
  const isHr = mayPass(visitorOf(useProfile()).roles, 'people:manage');
  return (
    <DeleteButton
      name={title}
      kind="plain"
      send={() => answered(api.DELETE('/api/goals/{id}', { params: { path: { id } } }))}
      refreshes={GOAL_PATHS}
      onDeleted={() => navigate(isHr ? '/goals' : '/my-goals')}
    >
      {t('deleteText', { count: keyResults.length })}
    </DeleteButton>
  );
}
