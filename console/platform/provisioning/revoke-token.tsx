import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Token } from './provisioning.page';

/** "Revoke" of a token that works; it asks first, since the identity provider loses its access. */
export function RevokeToken({ token: { id, name } }: { token: Token }): ReactNode {
  const t = useTranslations('provisioning');
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const revoke = useSend(
    () => answered(api.DELETE('/api/integrations/scim-tokens/{id}', { params: { path: { id } } })),
    {
      refreshes: ['/api/integrations/scim-tokens'],
      onDone: () => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
    },
  );
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('revoke')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('revokeTitle', { name })}
          action={t('revoke')}
          kind="danger"
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(undefined, { onSettled: close })}
          onClose={close}
        >
          <p>{t('revokeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
