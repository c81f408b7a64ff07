import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Empty } from '../../ui/empty';

/** What a view of a cycle says while none can be shown, and the way to the cycles. */
export function NoCycle({ children }: { children: string }): ReactNode {
  const t = useTranslations('cycleSelection');
  return (
    <div className="table-empty">
      <Empty href="/cycles" action={t('toCycles')}>
        {children}
      </Empty>
    </div>
  );
}
