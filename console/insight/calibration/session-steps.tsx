import { type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import type { ReadResult } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { AskingButton } from '../../ui/asking-button';
import { notify } from '../../ui/notices';
import type { Session } from './session-state';
import { UndoButton } from './undo-button';
import buttonStyles from '../../ui/button.module.css';

type Preview = ReadResult<'/api/calibration/{id}/preview'>;

/** Where applied scores are shown. */
const SHOWING_SCORES = ['/api/calibration', '/api/nine-box', '/api/evaluation-results', '/api/evaluation-cycles'];

/** What can be done with an open session. */
export function SessionSteps({ session, preview }: { session: Session; preview: Preview | undefined }): ReactNode {
  const t = useTranslations('calibration');
  const address = useAddress();
  const { name, entryCount } = session;
  const path = { id: session.id };
  const cancel = useSend(() => answered(api.POST('/api/calibration/{id}/cancel', { params: { path } })), {
    refreshes: ['/api/calibration'],
    onDone: () => notify({ kind: 'done', text: t('cancelDone', { name }) }),
  });
  const apply = useSend(() => answered(api.POST('/api/calibration/{id}/apply', { params: { path } })), {
    refreshes: SHOWING_SCORES,
    onDone: () => notify({ kind: 'done', text: t('applyDone', { name }) }),
  });
  const isReady = session.status === 'InProgress' && session.cycleStatus === 'Closed';
  const moved = (preview?.moves ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <UndoButton session={session} />
      <Link className={buttonStyles.button} href={address.with({ edit: 'settings' })}>
        {t('settings')}
      </Link>
      <AskingButton
        name={t('cancel')}
        title={t('cancelTitle', { name })}
        isDanger
        isBusy={cancel.isPending}
        onConfirm={(close) => cancel.mutate(undefined, { onSettled: close })}
      >
        <p>{t('cancelText', { count: entryCount })}</p>
      </AskingButton>
      <AskingButton
        name={t('apply')}
        kind="primary"
        title={t('applyTitle', { name })}
        isBusy={apply.isPending}
        isDisabled={!isReady}
        onConfirm={(close) => apply.mutate(undefined, { onSettled: close })}
      >
        {preview && (
          <p>
            {t('applyText', {
              entries: preview.entries,
              subjects: preview.subjects,
              changed: preview.changed,
              moved,
            })}
          </p>
        )}
        <p>{t('applyFinal')}</p>
      </AskingButton>
    </>
  );
}
