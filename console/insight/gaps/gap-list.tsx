import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import type { Bulk } from '../../list/bulk';
import { Empty } from '../../ui/empty';
import { Paged } from '../../ui/paged';
import { NoCycle } from '../cycle-selection/no-cycle';
import type { Gap, GapPage } from './gap';
import { GapTable } from './gap-table';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './gaps.module.css';

interface GapListProps {
  shown: GapPage;
  bulk: Bulk<Gap>;
}

/** The gaps that are shown, with what belongs there while there are none. */
export function GapList({ shown, bulk }: GapListProps): ReactNode {
  const t = useTranslations('gaps');
  const format = useFormatter();
  const address = useAddress();
  const { cycleId, calculatedAt, employee, items } = shown;
  if (cycleId === null) return <NoCycle>{t('noCycle')}</NoCycle>;
  if (calculatedAt === null)
    return (
      <div className={dataTableStyles.tableEmpty}>
        <Empty href={`/cycles/${cycleId}`} action={t('toCycle')}>
          {t('noGaps')}
        </Empty>
      </div>
    );
  return (
    <Paged shown={shown} hasRowsChoice>
      <p className={clsx(styles.gapsFacts, 'muted')}>
        <span>{t('calculated', { date: format.dateTime(new Date(calculatedAt), { dateStyle: 'medium' }) })}</span>
        {address.get('employee') !== '' && (
          <span>
            {t('only', { name: employee ?? '–' })}{' '}
            <Link href={address.with({ employee: '', page: '' })}>{t('all')}</Link>
          </span>
        )}
        {address.get('competency') !== '' && items[0] && (
          <span>
            {t('only', { name: items[0].requirement })}{' '}
            <Link href={address.with({ competency: '', page: '' })}>{t('allRequirements')}</Link>
          </span>
        )}
      </p>
      <GapTable gaps={items} bulk={bulk} />
    </Paged>
  );
}
