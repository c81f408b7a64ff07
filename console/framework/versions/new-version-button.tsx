import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { whenFreeToLeave } from '../../app/leave-guard';
import { useSend } from '../../http/use-send';
import type { RowAction } from '../../list/row-action';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';

interface NewVersionProps<T> {
  send: (row: T) => Promise<{ id: string; name: string; version: number }>;
  /** The address of the list, such as `/templates`: the new version is below it. */
  list: string;
  refreshes: readonly string[];
}

/** "New version" of rows: copies one as the current one, and opens it. */
export function useNewVersion<T>({ send, list, refreshes }: NewVersionProps<T>): (row: T) => RowAction {
  const t = useTranslations('versions');
  const [, navigate] = useLocation();
  const create = useSend(send, {
    refreshes,
    onDone({ id, name, version }) {
      notify({ kind: 'done', text: t('created', { name, version }) });
      navigate(`${list}/${id}`);
    },
  });
  return (row) => ({
    text: t('new'),
    onAction: () => whenFreeToLeave(() => create.mutate(row)),
    isDisabled: create.isPending,
  });
}

/** The same as a button of the page of one version. */
export function NewVersionButton(props: NewVersionProps<void>): ReactNode {
  const { text, onAction, isDisabled } = useNewVersion(props)();
  return (
    <Button isBusy={isDisabled} onClick={onAction}>
      {text}
    </Button>
  );
}
