import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';

/** An email before it is sent, and the result of the last one. */
export type MailPreview = Omit<components['schemas']['CycleMailPreview'], 'kind'>;

type Sent = Pick<MailPreview, 'lastSentAt' | 'last'>;

/** When an email was last sent, and to how many people; nothing while it never was. */
export function SentMail({ mail: { lastSentAt, last }, name }: { mail: Sent; name?: string }): ReactNode {
  const t = useTranslations('mailPreview');
  const format = useFormatter();
  if (lastSentAt === null) return null;
  const date = format.dateTime(new Date(lastSentAt), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className="muted">
      {name !== undefined && `${name}: `}
      {t('last', { date })}
      {last !== null && ` ${t('sent', { sent: last.sent })}`}
      {last !== null && last.pending > 0 && ` ${t('pending', { pending: last.pending })}`}
      {last !== null && last.failed > 0 && ` ${t('failed', { failed: last.failed })}`}
    </p>
  );
}
