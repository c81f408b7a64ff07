import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import type { Cycle } from './cycle-state';
import { type MailPart, PartFields } from './part-fields';
import { useCycleJob } from './use-cycle-job';
import formStyles from '../../form/form.module.css';
import dialogStyles from '../../ui/dialog.module.css';
import styles from './cycle.module.css';

type Preview = ReadResult<'/api/email-triggers/cycle/{id}/preview'>;
type Kind = Preview['kind'];

const TRIGGERS = {
  'cycle-opened': '/api/email-triggers/cycle/{id}/notify-opened',
  'deadline-reminder': '/api/email-triggers/cycle/{id}/deadline-reminder',
  'results-published': '/api/email-triggers/cycle/{id}/results-published',
} as const satisfies Record<Kind, string>;

interface MailButtonProps {
  cycle: Cycle;
  kind: Kind;
  name: string;
  /** The next step of the cycle has the primary button. */
  isNext?: boolean;
  isDisabled?: boolean;
}

/** Mails the people of a cycle, after it has shown the email and to how many it goes. */
export function MailButton({ cycle, kind, name, isNext = false, isDisabled = false }: MailButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const job = useCycleJob(cycle, { type: 'evaluation.send-cycle-mail', step: name, part: kind });
  const send = async (part: MailPart): Promise<void> => {
    const params = { path: { id: cycle.id }, ...(kind === 'deadline-reminder' ? { query: part } : {}) };
    await job.start(() => api.POST(TRIGGERS[kind], { params, headers: RESPOND_ASYNC }));
    setAsking(false);
  };
  return (
    <>
      <Button
        kind={isNext ? 'primary' : 'plain'}
        isBusy={job.isBusy}
        disabled={isDisabled}
        onClick={() => setAsking(true)}
      >
        {name}
      </Button>
      {isAsking && (
        <MailDialog
          cycleId={cycle.id}
          kind={kind}
          name={name}
          isBusy={job.isBusy}
          onSend={(part) => void send(part)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface MailDialogProps {
  cycleId: string;
  kind: Kind;
  name: string;
  isBusy: boolean;
  onSend: (part: MailPart) => void;
  onClose: () => void;
}

function MailDialog({ cycleId, kind, name, isBusy, onSend, onClose }: MailDialogProps): ReactNode {
  const t = useTranslations('cycle');
  const dialog = useTranslations('dialog');
  const [part, setPart] = useState<MailPart>({});
  const query = { kind, ...part };
  const preview = useRead('/api/email-triggers/cycle/{id}/preview', { path: { id: cycleId }, query }, { keep: true });
  return (
    <Dialog title={t('ask', { step: name })} onClose={onClose}>
      <Loaded read={preview}>
        {(mail) => (
          <div className="stack">
            {kind === 'deadline-reminder' && <PartFields part={part} onChange={setPart} />}
            <Recipients mail={mail} />
            <div className={styles.mailPreview} role="group" aria-label={t('mail.preview')}>
              <p>{mail.subject}</p>
              <pre tabIndex={0}>{mail.text}</pre>
            </div>
            <p className={formStyles.hint}>{t('mail.language')}</p>
            <div className={dialogStyles.dialogActions}>
              <Button onClick={onClose}>{dialog('cancel')}</Button>
              <Button kind="primary" isBusy={isBusy} disabled={mail.recipients === 0} onClick={() => onSend(part)}>
                {name}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Recipients({ mail: { kind, recipients, lastSentAt } }: { mail: Preview }): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  return (
    <div>
      <p>{t(`mail.recipients.${kind}`, { count: recipients })}</p>
      <p className="muted">
        {lastSentAt === null
          ? t('mail.never')
          : t('mail.last', {
              date: format.dateTime(new Date(lastSentAt), { dateStyle: 'medium', timeStyle: 'short' }),
            })}
      </p>
    </div>
  );
}
