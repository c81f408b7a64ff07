import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { PlanDialog } from './plan-dialog';
import type { SubscriptionPlan } from './subscription-plan';

/** /platform/plans: what organizations may use, and how many do. */
export function PlansPage(): ReactNode {
  const t = useTranslations('subscriptionPlans');
  const pages = useTranslations('pages');
  const address = useAddress();
  const { query, isFiltered } = useListQuery();
  const list = useRead('/api/plans', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('platformPlans')}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('add')}
        </Button>
      }
      filters={<SearchFilter />}
      read={list}
      table={(plans) => <PlanTable plans={plans} isFiltered={isFiltered} />}
    >
      <PlanDialog />
    </ListPage>
  );
}

function PlanTable({ plans, isFiltered }: { plans: readonly SubscriptionPlan[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('subscriptionPlans');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const dashboard = useRead('/api/dashboards/platform');
  const uses = new Map(dashboard.data?.plans.map((use) => [use.planId, use]));
  const limit = (max: number | null): string => (max === null ? t('unlimited') : format.number(max));
  const address = useAddress();
  const deletion = useDeletion<SubscriptionPlan>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/plans/{id}', { params: { path: { id } } })),
    refreshes: ['/api/plans', '/api/dashboards/platform'],
    text: () => t('deleteText'),
  });
  const columns: Column<SubscriptionPlan>[] = [
    { name: 'name', heading: t('name'), cell: ({ name }) => name },
    {
      name: 'employees',
      heading: t('maxEmployees'),
      isNumber: true,
      cell: ({ maxEmployees }) => limit(maxEmployees),
    },
    {
      name: 'cycles',
      heading: t('maxCyclesPerYear'),
      isNumber: true,
      cell: ({ maxCyclesPerYear }) => limit(maxCyclesPerYear),
    },
    {
      name: 'tenants',
      heading: t('organizations'),
      isNumber: true,
      cell: ({ id }) => <Link href={`/platform/tenants?plan=${id}`}>{format.number(uses.get(id)?.tenants ?? 0)}</Link>,
    },
    {
      name: 'state',
      heading: t('state'),
      cell: ({ isActive }) => (
        <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? t('active') : t('inactive')}</Badge>
      ),
    },
  ];
  return (
    <ListTable
      label={pages('platformPlans')}
      list="plans"
      columns={columns}
      rows={plans}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
      menu={(plan) => ({
        name: plan.name,
        actions: [{ text: t('edit'), onAction: () => address.change({ edit: plan.id }) }, deletion(plan)],
      })}
    />
  );
}
