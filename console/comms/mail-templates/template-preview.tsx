import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useErrorText } from '../../ui/error-view';
import { MailBody } from './mail-body';
import formStyles from '../../form/form.module.css';
import styles from './mail-templates.module.css';

const TYPED_MS = 400;

interface Texts {
  subject: string;
  body: string;
}

/** The email with sample values, a moment after the last key. */
export function TemplatePreview({ id }: { id: string }): ReactNode {
  const t = useTranslations('mailTemplates');
  const textOf = useErrorText();
  const [subject, body] = useFormContext<Texts>().watch(['subject', 'body']);
  const texts = useSettled(subject, body);
  const preview = useQuery({
    queryKey: ['mail-preview', id, texts],
    queryFn: () => answered(api.POST('/api/email-templates/{id}/preview', { params: { path: { id } }, body: texts })),
    enabled: texts.subject.trim() !== '' && texts.body.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section className="stack tight" aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {preview.error && (
        <p className={formStyles.fieldError} role="status">
          {textOf(preview.error)}
        </p>
      )}
      {preview.data && (
        <div className={styles.mailPreview}>
          <p className={styles.mailSubject}>
            <span className="muted">{t('subject')}</span> {preview.data.subject}
          </p>
          <MailBody html={preview.data.body} />
        </div>
      )}
    </section>
  );
}

/** The texts, once nothing has been typed for a moment. */
function useSettled(subject: string, body: string): Texts {
  const [settled, setSettled] = useState({ subject, body });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, body }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [subject, body]);
  return settled;
}
