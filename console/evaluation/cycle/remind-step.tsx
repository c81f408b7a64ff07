import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { SentCycleMails } from './cycle-mails';
import { type Cycle, isOpen, isOver } from './cycle-state';
import { MailButton } from './mail-button';
import { Step } from './step';
import { StepJob } from './step-job';

/** "Remind": an email to everybody who has something left to answer; once the cycle is over, what was sent. */
export function RemindStep({ cycle, isNext }: { cycle: Cycle; isNext: boolean }): ReactNode {
  const t = useTranslations('cycle');
  const name = t('remind.name');
  const { id, counts } = cycle;
  const { data: sent = [] } = useRead('/api/email-triggers/cycle/{id}', { path: { id } }, { enabled: isOver(cycle) });
  const mails = <SentCycleMails cycle={cycle} kinds={['deadline-reminder']} />;
  if (isOver(cycle))
    return (
      sent.some(({ kind }) => kind === 'deadline-reminder') && (
        <Step name={name} state="done">
          {mails}
        </Step>
      )
    );
  const canSend = isOpen(cycle);
  return (
    <Step
      name={name}
      state={isNext ? 'next' : canSend ? 'possible' : 'later'}
      actions={<MailButton cycle={cycle} kind="deadline-reminder" name={name} isNext={isNext} isDisabled={!canSend} />}
    >
      <p>{canSend ? t('remind.text', { missing: counts.participants - counts.submitted }) : t('remind.later')}</p>
      {mails}
      <StepJob cycle={cycle} type="evaluation.send-cycle-mail" part="deadline-reminder" />
    </Step>
  );
}
