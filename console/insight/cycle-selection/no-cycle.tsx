import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Empty } from '../../ui/empty';
import dataTableStyles from '../../ui/data-table.module.css';

/** What a view of a cycle says while none can be shown, and the way to the cycles. */
export function NoCycle({ children }: { children: string }): ReactNode {
  const t = useTranslations('cycleSelection');
  return (
    <div className={dataTableStyles.tableEmpty}>
      <Empty href="/cycles" action={t('toCycles')}>
        {children}
      </Empty>
    </div>
  );
}
