import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { readKey } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import type { Session } from './session-state';

/** "Undo": undoes the last change of an entry; the history retains both. */
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
  // The board may show a change before the version of the session that holds it has come.
  const isBehind = useIsFetching({ queryKey: readKey('/api/calibration/{id}', { path: { id: session.id } }) }) > 0;
  return (
    <Button
      isBusy={undo.isPending || isBehind}
      disabled={undoable === null}
      title={undoable ? t('undoTitle', { name }) : undefined}
      onClick={() => undo.mutate()}
    >
      {t('undo')}
    </Button>
  );
}
