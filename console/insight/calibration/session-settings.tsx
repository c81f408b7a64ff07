import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { Dialog } from '../../ui/dialog';
import { notifySaved } from '../../ui/notices';
import { SessionForm } from './session-form';
import type { Session } from './session-state';

/** The dialog opened by `edit=settings` in the address: name and members, which change while the session is open. */
export function SessionSettings({ session }: { session: Session }): ReactNode {
  const t = useTranslations('calibration');
  const form = useTranslations('form');
  const address = useAddress();
  const { id, name, cycleId, departmentIds } = session;
  const close = (): void => address.close('edit');
  const params = { path: { id }, header: ifMatch(session) };
  return (
    <Dialog title={t('settings')} onClose={close}>
      <SessionForm
        label={t('settings')}
        action={form('save')}
        values={{ name, cycleId, departmentIds }}
        submit={({ cycleId: _cycleId, ...body }) => answered(api.PUT('/api/calibration/{id}', { params, body }))}
        onSaved={() => {
          notifySaved();
          close();
          void refresh('/api/calibration');
        }}
      />
    </Dialog>
  );
}
