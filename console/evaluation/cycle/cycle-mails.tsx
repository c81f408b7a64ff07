import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type ReadResult, useRead } from '../../http/use-read';
import { SentMail } from '../../ui/mail-preview/sent-mail';
import type { Cycle } from './cycle-state';

type Kind = ReadResult<'/api/email-triggers/cycle/{id}'>[number]['kind'];

/** The results of the last emails of these kinds about a cycle, without kinds that were never sent. */
export function SentCycleMails({ cycle: { id }, kinds }: { cycle: Cycle; kinds: readonly Kind[] }): ReactNode {
  const t = useTranslations('cycle.mail.names');
  const { data = [] } = useRead('/api/email-triggers/cycle/{id}', { path: { id } });
  return data
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, sentAt, outcome }) => (
      <SentMail key={kind} mail={{ lastSentAt: sentAt, last: outcome }} name={t(kind)} />
    ));
}

/** How many subjects a step asks by email to name their peers; nothing when it asks no one. */
export function AskedByMail({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle.mail');
  const { data: mail } = useRead('/api/email-triggers/cycle/{id}/preview', {
    path: { id: cycle.id },
    query: { kind: 'nominations-asked' },
  });
  return mail && mail.recipients > 0 ? <p>{t('asked', { count: mail.recipients })}</p> : null;
}
