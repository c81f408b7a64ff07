import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { whenFreeToLeave } from '../../app/leave-guard';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';

interface NewVersionProps {
  kind?: 'plain' | 'quiet';
  send: () => Promise<{ id: string; name: string; version: number }>;
  /** The address of the list, such as `/templates`: the new version is below it. */
  list: string;
  refreshes: readonly string[];
}

/** "New version": copies this version as the current one, and opens it. */
export function NewVersionButton({ kind = 'plain', send, list, refreshes }: NewVersionProps): ReactNode {
  const t = useTranslations('versions');
  const [, navigate] = useLocation();
  const create = useSend(send, {
    refreshes,
    onDone({ id, name, version }) {
      notify({ kind: 'done', text: t('created', { name, version }) });
      navigate(`${list}/${id}`);
    },
  });
  return (
    <Button kind={kind} isBusy={create.isPending} onClick={() => whenFreeToLeave(() => create.mutate())}>
      {t('new')}
    </Button>
  );
}
