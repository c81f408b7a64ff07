import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSend } from '../http/use-send';
import type { RowAction } from '../list/row-action';
import { AskingButton } from './asking-button';
import { notify } from './notices';

interface DeleteButtonProps {
  /** What will be deleted. */
  name: string;
  /** Accessible name if several share a label; "Delete" by default. */
  label?: string;
  kind?: 'plain' | 'quiet';
  send: () => Promise<unknown>;
  /** API paths whose rows it changes. */
  refreshes: readonly string[];
  /** After the deletion, before the lists are read again. */
  onDeleted?: () => void;
  /** What else happens, for the question. */
  children: ReactNode;
}

interface Deletion<T> {
  nameOf: (row: T) => string;
  send: (row: T) => Promise<unknown>;
  refreshes: readonly string[];
  onDeleted?: () => void;
}

function useRemoval<T>({ nameOf, send, refreshes, onDeleted }: Deletion<T>): UseMutationResult<unknown, Error, T> {
  const t = useTranslations('dialog');
  return useSend(send, {
    refreshes,
    onDone(_result, row) {
      notify({ kind: 'done', text: t('deleted', { name: nameOf(row) }) });
      onDeleted?.();
    },
  });
}

interface DeletionProps<T> extends Omit<Deletion<T>, 'onDeleted'> {
  /** What else happens, for the question. */
  text: (row: T) => ReactNode;
}

/** "Delete" in the menus of rows, which asks for confirmation and names what will be deleted. */
export function useDeletion<T>({ text, ...deletion }: DeletionProps<T>): (row: T) => RowAction {
  const t = useTranslations('dialog');
  const remove = useRemoval(deletion);
  return (row) => ({
    text: t('delete'),
    asks: { title: t('deleteTitle', { name: deletion.nameOf(row) }), text: text(row) },
    onAction: () => remove.mutateAsync(row),
  });
}

/** "Delete", which asks for confirmation and names what will be deleted. */
export function DeleteButton(props: DeleteButtonProps): ReactNode {
  const { name, label, kind = 'quiet', send, refreshes, onDeleted, children } = props;
  const t = useTranslations('dialog');
  const remove = useRemoval<void>({ nameOf: () => name, send, refreshes, onDeleted });
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
