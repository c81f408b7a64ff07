import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../app/ready-mark';
import { Button } from '../ui/button';
import { lazyPart } from '../ui/lazy-part';
import styles from './list.module.css';

const ColumnsDialog = lazyPart(() => import('./columns-dialog'));
const ViewsDialog = lazyPart(() => import('./views-dialog'));

interface ListToolsProps {
  /** The key of the stored choices. */
  list: string;
  /** All columns of the list, in the order in which it begins. */
  columns: readonly { name: string; heading: string }[];
}

/** "Columns" and "Views" of a list. */
export function ListTools({ list, columns }: ListToolsProps): ReactNode {
  const t = useTranslations('list');
  const [open, setOpen] = useState<'columns' | 'views' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className={styles.tools}>
      <Button kind="quiet" onClick={() => setOpen('views')}>
        {t('views')}
      </Button>
      <Button kind="quiet" onClick={() => setOpen('columns')}>
        {t('columns')}
      </Button>
      <Suspense fallback={<Pending />}>
        {open === 'columns' && <ColumnsDialog list={list} columns={columns} onClose={close} />}
        {open === 'views' && <ViewsDialog list={list} onClose={close} />}
      </Suspense>
    </div>
  );
}
