import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { Loaded } from '../loaded';
import { type MailPreview, SentMail } from './sent-mail';
import formStyles from '../../form/form.module.css';
import dialogStyles from '../dialog.module.css';
import styles from './mail-preview.module.css';

interface MailDialogProps<Mail extends MailPreview> {
  title: string;
  /** The name of the step. */
  name: string;
  read: UseQueryResult<Mail>;
  isBusy: boolean;
  /** To whom it goes. */
  recipients: (mail: Mail) => string;
  /** What chooses the recipients. */
  children?: ReactNode;
  onSend: () => void;
  onClose: () => void;
}

/** Asks before an email goes out: to how many, the result of the last one, and what it says. */
export function MailDialog<Mail extends MailPreview>({
  title,
  name,
  read,
  isBusy,
  recipients,
  children,
  onSend,
  onClose,
}: MailDialogProps<Mail>): ReactNode {
  const t = useTranslations('mailPreview');
  const dialog = useTranslations('dialog');
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded read={read}>
        {(mail) => (
          <div className="stack">
            {children}
            <div>
              <p>{recipients(mail)}</p>
              {mail.lastSentAt === null ? <p className="muted">{t('never')}</p> : <SentMail mail={mail} />}
              {mail.lastSentAt !== null && <p className="muted">{t('again')}</p>}
              {!mail.isMailConfigured && <p role="alert">{t('noServer')}</p>}
            </div>
            <div className={styles.mailPreview} role="group" aria-label={t('preview')}>
              <p>{mail.subject}</p>
              <pre tabIndex={0}>{mail.text}</pre>
            </div>
            <p className={formStyles.hint}>{t('language')}</p>
            <div className={dialogStyles.dialogActions}>
              <Button onClick={onClose}>{dialog('cancel')}</Button>
              <Button
                kind="primary"
                isBusy={isBusy}
                disabled={mail.recipients === 0 || !mail.isMailConfigured}
                onClick={onSend}
              >
                {name}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
