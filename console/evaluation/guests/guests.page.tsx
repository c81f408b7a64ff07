import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import type { PageProps } from '../../app/route';
import { useProfile, visitorOf } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import { type Cycle, isOver } from '../cycle/cycle-state';
import { AddGuestDialog } from './add-guest-dialog';
import type { Guest } from './guest';
import { useAllowsGuests } from './use-allows-guests';
import { useGuestMenu } from './use-guest-menu';
import buttonStyles from '../../ui/button.module.css';

const TONES = {
  Added: 'plain',
  Invited: 'info',
  Bounced: 'bad',
  Opened: 'info',
  Started: 'info',
  Submitted: 'good',
  Declined: 'warn',
  Withdrawn: 'warn',
  Erased: 'plain',
} as const;

/** /cycles/:id/guests: people without an account who evaluate in a cycle, and how far each is. */
export function GuestsPage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <GuestsOf cycle={found} />}</Loaded>;
}

function GuestsOf({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('guests');
  const address = useAddress();
  const { id, name } = cycle;
  const { query, isFiltered } = useListQuery({});
  const list = useRead('/api/guests', { query: { ...query, cycleId: id } }, { keepPrevious: true });
  const allowsGuests = useAllowsGuests();
  const isOpenToGuests = allowsGuests && !isOver(cycle) && cycle.counts.subjects > 0;
  return (
    <ListPage
      title={t('title', { name })}
      actions={
        <>
          <Link className={buttonStyles.button} href={`/cycles/${id}/participants`}>
            {t('toParticipants')}
          </Link>
          {isOpenToGuests && (
            <>
              <Link className={buttonStyles.button} href={`/cycles/${id}/guests/import`}>
                {t('import')}
              </Link>
              <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
                {t('add')}
              </Link>
            </>
          )}
        </>
      }
      filters={<SearchFilter />}
      read={list}
      table={(guests) => (
        <>
          {allowsGuests === false && <SwitchedOff />}
          {(allowsGuests !== false || isFiltered || guests.length > 0) && (
            <GuestTable cycle={cycle} guests={guests} isFiltered={isFiltered} />
          )}
        </>
      )}
    >
      <AddGuestDialog cycle={cycle} />
    </ListPage>
  );
}

interface TableProps {
  cycle: Cycle;
  guests: readonly Guest[];
  isFiltered: boolean;
}

/** Says that the organization has switched guests off, and who can switch them on. */
function SwitchedOff(): ReactNode {
  const t = useTranslations('guests');
  const maySwitchOn = mayPass(visitorOf(useProfile()).roles, 'tenant-settings:write');
  return (
    <p role="note">
      {t('off')} {maySwitchOn ? <Link href="/settings#settings-guests">{t('switchOn')}</Link> : t('askAdministrator')}
    </p>
  );
}

function GuestTable({ cycle, guests, isFiltered }: TableProps): ReactNode {
  const t = useTranslations('guests');
  const format = useFormatter();
  const menu = useGuestMenu(cycle);
  const columns: Column<Guest>[] = [
    { name: 'name', heading: t('name'), cell: ({ name }) => name ?? t('erased') },
    { name: 'email', heading: t('email'), cell: ({ email }) => email },
    {
      name: 'subjects',
      heading: t('about'),
      cell: ({ evaluations }) => evaluations.map(({ subject }) => subject ?? t('deleted')).join(', '),
    },
    {
      name: 'state',
      heading: t('state'),
      cell: ({ state, mailFailure, evaluations }) => {
        const reasons = evaluations.flatMap(({ declineReason }) => declineReason ?? []);
        const why = state === 'Bounced' ? mailFailure : reasons.join(' · ');
        return (
          <>
            <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
            {why && <p className="muted">{why}</p>}
          </>
        );
      },
    },
    {
      name: 'mailedAt',
      heading: t('mailedAt'),
      cell: ({ mailedAt }) => mailedAt !== null && format.dateTime(new Date(mailedAt), { dateStyle: 'medium' }),
    },
  ];
  return (
    <ListTable
      label={t('title', { name: cycle.name })}
      list="guests"
      columns={columns}
      rows={guests}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
      menu={menu}
    />
  );
}
