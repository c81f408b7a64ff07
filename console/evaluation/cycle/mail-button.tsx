import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { MailDialog } from '../../ui/mail-preview/mail-dialog';
import type { Cycle } from './cycle-state';
import { type MailPart, PartFields } from './part-fields';
import { useCycleJob } from './use-cycle-job';

type Kind = keyof typeof TRIGGERS;

const TRIGGERS = {
  'cycle-opened': '/api/email-triggers/cycle/{id}/notify-opened',
  'deadline-reminder': '/api/email-triggers/cycle/{id}/deadline-reminder',
  'results-published': '/api/email-triggers/cycle/{id}/results-published',
} as const;

interface MailButtonProps {
  cycle: Cycle;
  kind: Kind;
  name: string;
  /** The next step of the cycle has the primary button. */
  isNext?: boolean;
  isDisabled?: boolean;
}

/** Mails the people of a cycle, after a dialog, which has an address, has shown the email and to how many it goes. */
export function MailButton({ cycle, kind, name, isNext = false, isDisabled = false }: MailButtonProps): ReactNode {
  const address = useAddress();
  const job = useCycleJob(cycle, { type: 'evaluation.send-cycle-mail', step: name, part: kind });
  const close = (): void => address.close('edit');
  const send = async (part: MailPart): Promise<void> => {
    const params = { path: { id: cycle.id }, ...(kind === 'deadline-reminder' ? { query: part } : {}) };
    await job.start(() => api.POST(TRIGGERS[kind], { params, headers: RESPOND_ASYNC }));
    close();
  };
  return (
    <>
      <Button
        kind={isNext ? 'primary' : 'plain'}
        isBusy={job.isBusy}
        disabled={isDisabled}
        onClick={() => address.change({ edit: kind })}
      >
        {name}
      </Button>
      {!isDisabled && address.get('edit') === kind && (
        <CycleMailDialog
          cycleId={cycle.id}
          kind={kind}
          name={name}
          isBusy={job.isBusy}
          onSend={(part) => void send(part)}
          onClose={close}
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

function CycleMailDialog({ cycleId, kind, name, isBusy, onSend, onClose }: MailDialogProps): ReactNode {
  const t = useTranslations('cycle');
  const [part, setPart] = useState<MailPart>({});
  const query = { kind, ...part };
  const preview = useRead(
    '/api/email-triggers/cycle/{id}/preview',
    { path: { id: cycleId }, query },
    { keepPrevious: true },
  );
  return (
    <MailDialog
      title={t('ask', { step: name })}
      name={name}
      read={preview}
      isBusy={isBusy}
      recipients={({ recipients }) => t(`mail.recipients.${kind}`, { count: recipients })}
      onSend={() => onSend(part)}
      onClose={onClose}
    >
      {kind === 'deadline-reminder' && <PartFields part={part} onChange={setPart} />}
    </MailDialog>
  );
}
