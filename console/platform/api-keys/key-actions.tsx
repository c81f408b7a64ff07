import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { ApiKey } from './api-keys.page';
import type { NewKey } from './key-dialogs';

const REFRESHES = ['/api/integrations/api-keys'];

/** "Rotate" and "Revoke" of a key that works; both ask once, since programs stop working. */
export function KeyActions({ apiKey, onRotated }: { apiKey: ApiKey; onRotated: (key: NewKey) => void }): ReactNode {
  const t = useTranslations('apiKeys');
  const [question, setQuestion] = useState<'rotate' | 'revoke' | null>(null);
  const params = { path: { id: apiKey.id } };
  const { name } = apiKey;
  const close = (): void => setQuestion(null);
  const rotate = useSend(() => answered(api.POST('/api/integrations/api-keys/{id}/rotate', { params })), {
    refreshes: REFRESHES,
    onDone: onRotated,
  });
  const revoke = useSend(() => answered(api.DELETE('/api/integrations/api-keys/{id}', { params })), {
    refreshes: REFRESHES,
    onDone: () => notify({ kind: 'done', text: t('revokedNotice', { name }) }),
  });
  const step = question === 'rotate' ? rotate : revoke;
  return (
    <>
      <Button kind="quiet" onClick={() => setQuestion('rotate')}>
        {t('rotate')}
      </Button>
      <Button kind="quiet" onClick={() => setQuestion('revoke')}>
        {t('revoke')}
      </Button>
      {question && (
        <ConfirmDialog
          title={t(`${question}Title`, { name })}
          action={t(question)}
          kind="danger"
          isBusy={step.isPending}
          onConfirm={() => step.mutate(undefined, { onSettled: close })}
          onClose={close}
        >
          <p>{t(`${question}Text`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
