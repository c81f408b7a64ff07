import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { RowMenu } from '../../list/row-menu';
import { notify } from '../../ui/notices';
import type { ApiKey } from './api-key';
import type { NewKey } from './key-dialogs';

const REFRESHES = ['/api/integrations/api-keys'];

/** "Rotate" and "Revoke" of a key that works; both ask once, since programs stop working. */
export function KeyActions({ apiKey, onRotated }: { apiKey: ApiKey; onRotated: (key: NewKey) => void }): ReactNode {
  const t = useTranslations('apiKeys');
  const params = { path: { id: apiKey.id } };
  const { name } = apiKey;
  const rotate = useSend(() => answered(api.POST('/api/integrations/api-keys/{id}/rotate', { params })), {
    refreshes: REFRESHES,
    onDone: onRotated,
  });
  const revoke = useSend(() => answered(api.DELETE('/api/integrations/api-keys/{id}', { params })), {
    refreshes: REFRESHES,
    onDone: () => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
  });
  const asks = (step: 'rotate' | 'revoke') => ({ title: t(`${step}Title`, { name }), text: t(`${step}Text`) });
  return (
    <RowMenu
      name={name}
      actions={[
        { text: t('rotate'), asks: asks('rotate'), onAction: () => rotate.mutate() },
        { text: t('revoke'), asks: asks('revoke'), onAction: () => revoke.mutate() },
      ]}
    />
  );
}
