import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import type { MailTemplate } from './mail-template';

/** "Send test": the stored text with sample values, to your own address. */
export function SendTestButton({ template: { id } }: { template: MailTemplate }): ReactNode {
  const t = useTranslations('mailTemplates');
  const { email } = useProfile();
  const send = useSend(
    () => answered(api.POST('/api/email-templates/{id}/send-test', { params: { path: { id } }, body: { to: email } })),
    { refreshes: [], onDone: () => notify({ kind: 'done', text: t('testSent', { email }) }) },
  );
  return (
    <Button isBusy={send.isPending} onClick={() => send.mutate()}>
      {t('sendTest')}
    </Button>
  );
}
