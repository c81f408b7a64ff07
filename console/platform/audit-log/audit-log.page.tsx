import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { saveFile } from '../../http/save-file';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, DateFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import type { AuditEntry } from './audit-entry';
import { EntryDialog } from './entry-dialog';
import { EventFilter, useEventName } from './events';
import { OnlyFilters } from './only-filters';
import { Verification } from './verification';
import dataTableStyles from '../../ui/data-table.module.css';

/** /audit-log: who changed what; of the organization, or of the platform for an operator who acts for none. */
export function AuditLogPage(): ReactNode {
  const t = useTranslations('auditLog');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const filter = {
    eventType: address.get('event') || undefined,
    entityType: address.get('entity') || undefined,
    dateFrom: address.get('from') || undefined,
    dateTo: address.get('to') || undefined,
    actorId: address.get('actor') || undefined,
    entityId: address.get('row') || undefined,
  };
  const list = useRead(
    '/api/audit-logs',
    { query: { ...filter, page: address.page, pageSize } },
    { keepPrevious: true },
  );
  const save = useSend(() => saveFile(`/api/audit-logs/export?${queryText(filter)}`), { refreshes: [] });
  return (
    <ListPage
      title={pages('auditLog')}
      actions={
        <>
          <Button isBusy={save.isPending} onClick={() => save.mutate()}>
            {t('export')}
          </Button>
          <Verification />
        </>
      }
      filters={
        <>
          <EventFilter />
          <ChoiceFilter
            name="entity"
            label={t('entity')}
            choices={choicesOf(Object.values(AuditEntity), (entity) => t(`entities.${entity}`))}
          />
          <DateFilter name="from" label={t('from')} />
          <DateFilter name="to" label={t('to')} />
          <OnlyFilters />
        </>
      }
      read={list}
      table={(entries) => <EntryTable entries={entries} />}
    >
      <EntryDialog />
    </ListPage>
  );
}

function queryText(filter: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return query.toString();
}

function EntryTable({ entries }: { entries: readonly AuditEntry[] }): ReactNode {
  const t = useTranslations('auditLog');
  const pages = useTranslations('pages');
  const address = useAddress();
  const moment = useMoment();
  const eventName = useEventName();
  const columns: Column<AuditEntry>[] = [
    { name: 'event', heading: t('event'), cell: ({ eventType }) => eventName(eventType) },
    {
      name: 'time',
      heading: t('time'),
      cell: ({ occurredAt }) => <span className={dataTableStyles.date}>{moment(occurredAt)}</span>,
    },
    {
      name: 'actor',
      heading: t('actor'),
      cell: ({ actorType, actorEmail }) => actorEmail ?? t(`actorTypes.${actorType}`),
    },
    { name: 'entity', heading: t('entity'), cell: ({ entityType }) => t(`entities.${entityType}`) },
    { name: 'ip', heading: t('ip'), cell: ({ ip }) => ip },
    {
      name: 'changes',
      heading: t('changedFields'),
      cell: ({ changes }) => changes.map(({ field }) => field).join(', '),
    },
  ];
  return (
    <ListTable
      label={pages('auditLog')}
      list="audit-log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      empty={<p>{t('noneFound')}</p>}
      menu={({ id, eventType, occurredAt }) => ({
        name: `${eventName(eventType)}, ${moment(occurredAt) ?? ''}`,
        actions: [{ text: t('details'), onAction: () => address.change({ entry: id }) }],
      })}
    />
  );
}
