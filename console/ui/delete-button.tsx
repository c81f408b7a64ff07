import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSend } from '../http/use-send';
import type { RowAction } from '../list/row-action';
import { AskingButton } from './asking-button';
import { notify } from './notices';

interface DeleteButtonProps {
  /** What will be gone. */
  name: string;
  /** What the button is called where several stand below each other; else "Delete". */
  label?: string;
  kind?: 'plain' | 'quiet';
  send: () => Promise<unknown>;
  /** API paths whose rows it changes. */
  refreshes: readonly string[];
  /** After it is gone, before the lists are read again. */
  onDeleted?: () => void;
  /** What else happens, for the question. */
  children: ReactNode;
}

type Deletion = Pick<DeleteButtonProps, 'name' | 'send' | 'refreshes' | 'onDeleted'>;

function useRemoval({ name, send, refreshes, onDeleted }: Deletion): UseMutationResult<unknown, Error, void> {
  const t = useTranslations('dialog');
  return useSend(send, {
    refreshes,
    onDone() {
      notify({ kind: 'done', text: t('deleted', { name }) });
      onDeleted?.();
    },
  });
}

/** "Delete" in the menu of a row, which asks once and names what will be gone; `text` says what else happens. */
export function useDeletion({ text, ...deletion }: Deletion & { text: ReactNode }): RowAction {
  const t = useTranslations('dialog');
  const remove = useRemoval(deletion);
  const asks = { title: t('deleteTitle', { name: deletion.name }), text };
  return { text: t('delete'), asks, onAction: () => remove.mutate() };
}

/** "Delete", which asks once and names what will be gone. */
export function DeleteButton(props: DeleteButtonProps): ReactNode {
  const { name, label, kind = 'quiet', children } = props;
  const t = useTranslations('dialog');
  const remove = useRemoval(props);
  return (
    <AskingButton
      name={t('delete')}
      label={label}
      kind={kind}
      title={t('deleteTitle', { name })}
      isDanger
      isBusy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
    >
      <p>{children}</p>
    </AskingButton>
  );
}
