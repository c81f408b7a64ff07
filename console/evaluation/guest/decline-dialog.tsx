import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '../../form/reason-dialog';
import { answered, api } from '../../http/client';

/** Asks whether a guest declines, and why. */
export function DeclineDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }): ReactNode {
  const t = useTranslations('guest');
  return (
    <ReasonDialog
      name={`decline ${id}`}
      title={t('declineTitle', { name })}
      text={<p>{t('declineText', { name })}</p>}
      label={t('declineReason')}
      maxLength={1000}
      isOptional
      submit={({ reason }) =>
        answered(
          api.POST('/api/guest/evaluations/{id}/decline', {
            params: { path: { id } },
            body: { reason: reason.trim() || null },
          }),
        )
      }
      action={t('decline')}
      done={t('declined')}
      refreshes={['/api/guest']}
      onClose={onClose}
    />
  );
}
