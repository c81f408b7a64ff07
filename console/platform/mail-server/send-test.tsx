import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { useProfile } from '../../app/session';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import type { MailScope } from './mail-scope';

type SentTest = components['schemas']['SentTestView'];

/** "Send test": a short email with the stored settings, and what the mail server answered. */
export function SendTest({ scope }: { scope: MailScope }): ReactNode {
  const t = useTranslations('mailServer');
  const { email } = useProfile();
  const [sent, setSent] = useState<SentTest | null>(null);
  const submit = (body: { to: string }): Promise<SentTest> => {
    setSent(null);
    return answered(
      scope === 'platform'
        ? api.POST('/api/platform-settings/email/send-test', { body })
        : api.POST('/api/email-settings/send-test', { body }),
    );
  };
  return (
    <div className="stack tight">
      <h3>{t('test')}</h3>
      <Form<{ to: string }, SentTest>
        name="mail-test"
        label={t('test')}
        values={{ to: email }}
        submit={submit}
        onSaved={(_typed, answer) => setSent(answer)}
        action={t('sendTest')}
      >
        <TextField name="to" label={t('to')} hint={t('testHint')} type="email" required maxLength={254} />
      </Form>
      <p role="status">{sent && t('sent', { email: sent.accepted.join(', '), response: sent.response })}</p>
    </div>
  );
}
