import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSend } from '../http/use-send';
import { Button } from './button';
import { ConfirmDialog } from './dialog';
import { notify } from './notices';

interface DeleteButtonProps {
  /** What will be gone. */
  name: string;
  kind?: 'plain' | 'quiet';
  send: () => Promise<unknown>;
  /** API paths whose rows it changes. */
  refreshes: readonly string[];
  /** After it is gone, before the lists are read again. */
  onDeleted?: () => void;
  /** What else happens, for the question. */
  children: ReactNode;
}

/** "Delete", which asks once and names what will be gone. */
export function DeleteButton(props: DeleteButtonProps): ReactNode {
  const { name, kind = 'quiet', send, refreshes, onDeleted, children } = props;
  const t = useTranslations('dialog');
  const [isAsking, setAsking] = useState(false);
  const remove = useSend(send, {
    refreshes,
    onDone() {
      notify({ kind: 'done', text: t('deleted', { name }) });
      onDeleted?.();
    },
  });
  return (
    <>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          action={t('delete')}
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
