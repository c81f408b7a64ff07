import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useCalendarDate } from '../../texts/calendar-date';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import type { Cycle } from '../cycle/cycle-state';
import { NominationFilter, NominationTable } from './nomination-table';
import buttonStyles from '../../ui/button.module.css';

/** /cycles/:id/nominations: whom the subjects of a cycle name, who is late, and the way to fill them up. */
export function CycleNominationsPage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <CycleNominations cycle={found} />}</Loaded>;
}

function CycleNominations({ cycle: { id, name, settings } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('nominations');
  const date = useCalendarDate();
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const status = address.get('status') || undefined;
  const query = { cycleId: id, page: address.page, pageSize, status };
  const list = useRead('/api/peer-assignments/nominations', { query }, { keepPrevious: true });
  const { nominationEndDate } = settings;
  return (
    <ListPage
      title={t('titleOf', { name })}
      actions={
        <Link className={buttonStyles.button} href={`/cycles/${id}`}>
          {t('toAssign')}
        </Link>
      }
      filters={
        <>
          <NominationFilter />
          {nominationEndDate !== null && <p className="muted">{t('until', { date: date(nominationEndDate) })}</p>}
        </>
      }
      read={list}
      table={(rows) => (
        <NominationTable
          label={t('titleOf', { name })}
          nominations={rows}
          below={({ manager }) => (manager === null ? null : t('managerIs', { name: manager }))}
          empty={settings.peerNomination === 'Off' ? t('off') : t('noneFound')}
        />
      )}
    />
  );
}
