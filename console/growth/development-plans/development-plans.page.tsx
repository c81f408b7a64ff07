import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf } from '../../form/choices';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { Person } from '../../ui/person';
import { actionCounts, type Plan, PLAN_STATUSES } from '../plan/plan';
import { PlanState } from '../plan/plan-state';
import { ShareBar } from '../share-bar/share-bar';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

// The code of forms comes with the dialog.
const NewPlanDialog = lazyPart(() => import('./new-plan-dialog'));

/** /development-plans: the plans of the organization, the newest first; `status=PendingApproval` shows what waits. */
export function DevelopmentPlansPage(): ReactNode {
  const t = useTranslations('developmentPlans');
  const pages = useTranslations('pages');
  const statuses = useTranslations('planStatus');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ status: 'status' });
  const list = useRead('/api/development-plans', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('developmentPlans')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
          {t('add')}
        </Link>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(PLAN_STATUSES, statuses)} />
        </>
      }
      read={list}
      table={(rows) => <PlanTable plans={rows} isFiltered={isFiltered} />}
    >
      {address.get('edit') === 'new' && (
        <Suspense fallback={<Pending />}>
          <NewPlanDialog />
        </Suspense>
      )}
    </ListPage>
  );
}

function PlanTable({ plans, isFiltered }: { plans: readonly Plan[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('developmentPlans');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const columns: Column<Plan>[] = [
    {
      name: 'title',
      heading: t('plan'),
      cell: ({ id, title, cycle }) => (
        <>
          <Link href={`/development-plans/${id}`}>{title}</Link>
          <span className={dataTableStyles.below}>{cycle}</span>
        </>
      ),
    },
    {
      name: 'employee',
      heading: t('employee'),
      cell: ({ employeeId, employee }) => <Person id={employeeId} name={employee} />,
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => <PlanState status={status} /> },
    { name: 'approver', heading: t('approver'), cell: (plan) => <Approver plan={plan} /> },
    {
      name: 'submitted',
      heading: t('submitted'),
      cell: ({ submittedAt }) =>
        submittedAt && (
          <span className={dataTableStyles.date}>
            {format.dateTime(new Date(submittedAt), { dateStyle: 'medium' })}
          </span>
        ),
    },
    {
      name: 'actions',
      heading: t('actions'),
      cell: (plan) => {
        const { done, total } = actionCounts(plan);
        return (
          <>
            <ShareBar percent={total === 0 ? 0 : (100 * done) / total} />
            <span className={dataTableStyles.below}>{t('done', { done, total })}</span>
          </>
        );
      },
    },
  ];
  return (
    <ListTable
      label={pages('developmentPlans')}
      list="development-plans"
      columns={columns}
      rows={plans}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}

/** Who decided, or who has to. */
function Approver({ plan: { status, approverId, approver, decidedBy } }: { plan: Plan }): ReactNode {
  const t = useTranslations('developmentPlans');
  if (status === 'PendingApproval') return approver === null ? t('hr') : <Person id={approverId} name={approver} />;
  return decidedBy === null ? null : <Person id={null} name={decidedBy} />; // an account, which may be no employee's
}
