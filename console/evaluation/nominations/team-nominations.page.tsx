import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { useRowsPerPage } from '../../list/rows-per-page';
import { ListPage } from '../../ui/list-page';
import { NominationFilter, NominationTable } from './nomination-table';

/** /team-nominations: the nominations on which the user decides as the manager. */
export function TeamNominationsPage(): ReactNode {
  const t = useTranslations('nominations');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const status = address.get('status') || undefined;
  const list = useRead(
    '/api/team-nominations',
    { query: { page: address.page, pageSize, status } },
    { keepPrevious: true },
  );
  return (
    <ListPage
      title={pages('teamNominations')}
      filters={<NominationFilter />}
      read={list}
      table={(rows) => (
        <NominationTable
          label={pages('teamNominations')}
          nominations={rows}
          below={({ cycle }) => cycle}
          empty={t('noneToDecide')}
        />
      )}
    />
  );
}
