import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import type { Session } from './session-state';

/** "Undo": takes the last change of an entry back; the history keeps both. */
export function UndoButton({ session }: { session: Session }): ReactNode {
  const t = useTranslations('calibration');
  const { undoable } = session;
  const name = undoable?.subject ?? '–';
  const undo = useSend(
    () => {
      const params = { path: { id: session.id }, header: ifMatch(session) };
      return answered(api.POST('/api/calibration/{id}/undo', { params }));
    },
    {
      refreshes: ['/api/calibration'],
      onDone: () => notify({ kind: 'done', text: t('undoDone', { name }) }),
    },
  );
  return (
    <Button
      isBusy={undo.isPending}
      disabled={undoable === null}
      title={undoable ? t('undoTitle', { name }) : undefined}
      onClick={() => undo.mutate()}
    >
      {t('undo')}
    </Button>
  );
}
