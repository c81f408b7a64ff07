import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Cycle } from './cycle-state';
import { MailButton } from './mail-button';
import { Step } from './step';

interface RemindProps {
  cycle: Cycle;
  canSend: boolean;
  isNext: boolean;
}

/** "Remind": an email to everybody who has something left to answer. */
export function RemindStep({ cycle, canSend, isNext }: RemindProps): ReactNode {
  const t = useTranslations('cycle');
  const { participants, submitted } = cycle.counts;
  return (
    <Step
      number={5}
      name={t('remind.name')}
      state={isNext ? 'next' : canSend ? 'possible' : 'later'}
      actions={
        <MailButton
          cycle={cycle}
          kind="deadline-reminder"
          name={t('remind.name')}
          isNext={isNext}
          isDisabled={!canSend}
        />
      }
    >
      <p>{canSend ? t('remind.text', { missing: participants - submitted }) : t('remind.later')}</p>
    </Step>
  );
}
