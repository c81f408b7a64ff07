import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowMenuProps } from '../../list/row-menu';
import { notify } from '../../ui/notices';
import { type ApiKey, isUsable } from './api-key';
import type { NewKey } from './key-dialogs';

const REFRESHES = ['/api/integrations/api-keys'];

const paramsOf = ({ id }: ApiKey) => ({ path: { id } });

/** "Rotate" and "Revoke" of a key that works; both ask once, since programs stop working. */
export function useKeyMenu(onRotated: (key: NewKey) => void): (key: ApiKey) => RowMenuProps {
  const t = useTranslations('apiKeys');
  const rotate = useSend(
    (key: ApiKey) => answered(api.POST('/api/integrations/api-keys/{id}/rotate', { params: paramsOf(key) })),
    { refreshes: REFRESHES, onDone: onRotated },
  );
  const revoke = useSend(
    (key: ApiKey) => answered(api.DELETE('/api/integrations/api-keys/{id}', { params: paramsOf(key) })),
    {
      refreshes: REFRESHES,
      onDone: (_result, { name }) => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
    },
  );
  return (key) => {
    const { name } = key;
    const asks = (step: 'rotate' | 'revoke') => ({ title: t(`${step}Title`, { name }), text: t(`${step}Text`) });
    return {
      name,
      actions: isUsable(key)
        ? [
            { text: t('rotate'), asks: asks('rotate'), onAction: () => rotate.mutateAsync(key) },
            { text: t('revoke'), asks: asks('revoke'), onAction: () => revoke.mutateAsync(key) },
          ]
        : [],
    };
  };
}
