import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { CycleForm } from '../cycle/cycle-form';

/** The dialog opened by `edit=new` in the address; a cycle that was created is shown at once. */
export default function NewCycleDialog(): ReactNode {
  const t = useTranslations('cycles');
  const address = useAddress();
  const [, navigate] = useLocation();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('new')} onClose={close}>
      <CycleForm
        cycle={null}
        label={t('new')}
        action={t('create')}
        submit={(body) => answered(api.POST('/api/evaluation-cycles', { body }))}
        onSaved={({ id, name }) => {
          notify({ kind: 'done', text: t('created', { name }) });
          void refresh('/api/evaluation-cycles');
          navigate(`/cycles/${id}`);
        }}
      />
    </Dialog>
  );
}
