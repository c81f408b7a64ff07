import { type ReactNode, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { useTranslations } from 'use-intl';
import { useSend } from '../http/use-send';
import { Button } from '../ui/button';
import type { Bulk, BulkAction } from './bulk';
import { BulkDialog } from './bulk-dialog';
import { MAX_SELECTED, readAll } from './selection';
import styles from './list.module.css';

/** "N selected" with what can be done with them. */
export default function SelectionBar<T>({ bulk }: { bulk: Bulk<T> }): ReactNode {
  const t = useTranslations('list');
  const [open, setOpen] = useState<BulkAction | null>(null);
  const { chosen, choose, nameOf, idOf, isSelectable = () => true, totalCount, readPage, actions } = bulk;
  const selectAll = useSend(() => readAll(readPage), {
    refreshes: [],
    onDone: (rows) => choose(new Map(rows.filter(isSelectable).map((row) => [idOf(row), nameOf(row)]))),
  });
  const text = t('selected', { count: chosen.size });
  return (
    <>
      <Toolbar className={styles.bar} aria-label={text}>
        <p role="status">{text}</p>
        {chosen.size < totalCount && (
          <Button kind="quiet" isBusy={selectAll.isPending} onClick={() => selectAll.mutate()}>
            {totalCount > MAX_SELECTED
              ? t('selectFirst', { count: MAX_SELECTED })
              : t('selectAll', { count: totalCount })}
          </Button>
        )}
        {actions.map((action) => (
          <Button key={action.action} isBusy={selectAll.isPending} onClick={() => setOpen(action)}>
            {action.text}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => choose(new Map())}>
          {t('selectNone')}
        </Button>
      </Toolbar>
      {open && <BulkDialog action={open} bulk={bulk} onClose={() => setOpen(null)} />}
    </>
  );
}
