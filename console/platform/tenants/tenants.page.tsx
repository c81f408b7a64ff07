import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf, rowChoices } from '../../form/choices';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import type { Organization } from './organization';
import { STATUS_TONES } from './status-tones';
import dataTableStyles from '../../ui/data-table.module.css';

const NewTenantDialog = lazyPart(async () => ({ default: (await import('./new-tenant-dialog')).NewTenantDialog }));
const TenantDialog = lazyPart(async () => ({ default: (await import('./tenant-dialog')).TenantDialog }));

/** More plans than a platform has. */
const ALL_PLANS = { pageSize: 200 };

/** /platform/tenants: the organizations with their states and plans, and the way to act for one. */
export function TenantsPage(): ReactNode {
  const t = useTranslations('organizations');
  const pages = useTranslations('pages');
  const statuses = useTranslations('organizationStatus');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ status: 'status', planId: 'plan' });
  const list = useRead('/api/tenants', { query }, { keepPrevious: true });
  const plans = useRead('/api/plans', { query: ALL_PLANS });
  return (
    <ListPage
      title={pages('platformTenants')}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('add')}
        </Button>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(Object.values(TenantStatus), statuses)} />
          <ChoiceFilter name="plan" label={t('plan')} choices={rowChoices(plans.data?.items)} />
        </>
      }
      read={list}
      table={(tenants) => <TenantTable tenants={tenants} isFiltered={isFiltered} />}
    >
      {address.get('edit') !== '' && (
        <Suspense fallback={<Pending />}>
          <NewTenantDialog plans={plans.data?.items ?? []} />
          <TenantDialog plans={plans.data?.items ?? []} />
        </Suspense>
      )}
    </ListPage>
  );
}

function TenantTable({ tenants, isFiltered }: { tenants: readonly Organization[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('organizations');
  const pages = useTranslations('pages');
  const statuses = useTranslations('organizationStatus');
  const address = useAddress();
  const moment = useMoment();
  const columns: Column<Organization>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ name, slug }) => (
        <>
          {name}
          <span className={dataTableStyles.below}>{slug}</span>
        </>
      ),
    },
    {
      name: 'status',
      heading: t('status'),
      cell: ({ status, onboardingCompleted }) => (
        <>
          <Badge tone={STATUS_TONES[status]}>{statuses(status)}</Badge>
          {!onboardingCompleted && <span className={dataTableStyles.below}>{t('onboarding')}</span>}
        </>
      ),
    },
    { name: 'plan', heading: t('plan'), cell: ({ plan }) => plan ?? <span className="muted">{t('noPlan')}</span> },
    {
      name: 'created',
      heading: t('createdAt'),
      cell: ({ createdAt }) => <span className={dataTableStyles.date}>{moment(createdAt)}</span>,
    },
  ];
  return (
    <ListTable
      label={pages('platformTenants')}
      list="tenants"
      columns={columns}
      rows={tenants}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
      menu={({ id, name, slug }) => ({
        name,
        actions: [
          { text: t('manage'), onAction: () => address.change({ edit: id }) },
          // Another organization is another page load.
          { text: t('act'), onAction: () => globalThis.location.assign(`/as/${slug}/`) },
        ],
      })}
    />
  );
}
