import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { CycleForm } from './cycle-form';
import { type Cycle, isOver } from './cycle-state';
import styles from './cycle.module.css';

/** The dialog with what of a cycle can be changed. */
export function CycleSettings({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle');
  const form = useTranslations('form');
  const address = useAddress();
  const close = (): void => address.close('edit');
  const params = { path: { id: cycle.id }, header: ifMatch(cycle) };
  return (
    <Dialog title={t('settingsTitle')} onClose={close}>
      {isOver(cycle) && <p className={styles.cycleWarning}>{t('settingsOver')}</p>}
      <CycleForm
        cycle={cycle}
        label={t('settingsTitle')}
        action={form('save')}
        submit={(body) => answered(api.PUT('/api/evaluation-cycles/{id}', { params, body }))}
        onSaved={({ name }) => {
          notify({ kind: 'done', text: t('saved', { name }) });
          close();
          void refresh('/api/evaluation-cycles');
        }}
      />
    </Dialog>
  );
}
