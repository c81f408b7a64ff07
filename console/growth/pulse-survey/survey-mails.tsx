import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { useIsRunning } from '../../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { useErrorText } from '../../ui/error-view';
import { MailDialog } from '../../ui/mail-preview/mail-dialog';
import { SentMail } from '../../ui/mail-preview/sent-mail';
import { notify } from '../../ui/notices';
import { type PulseSurvey, SURVEY_PATHS } from './survey-state';

type Preview = ReadResult<'/api/pulse-surveys/{id}/mail-preview'>;

function useSurveyMail(id: string, kind: Preview['kind']): ReturnType<typeof useRead<typeof PREVIEW>> {
  return useRead(PREVIEW, { path: { id }, query: { kind } });
}
const PREVIEW = '/api/pulse-surveys/{id}/mail-preview';

/** To how many accounts the opening of a survey sends an email. */
export function OpeningMail({ survey: { id } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey.mail');
  const { data } = useSurveyMail(id, 'survey-opened');
  return data && <p>{data.isMailConfigured ? t('opening', { count: data.recipients }) : t('noServer')}</p>;
}

/** The results of the emails of a survey that was opened. */
export function SentSurveyMails({ survey: { id } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey.mail');
  const opening = useSurveyMail(id, 'survey-opened');
  const reminder = useSurveyMail(id, 'survey-reminder');
  return (
    <div>
      {opening.data && <SentMail mail={opening.data} name={t('names.survey-opened')} />}
      {reminder.data && <SentMail mail={reminder.data} name={t('names.survey-reminder')} />}
    </div>
  );
}

/** "Remind": an email to those who have not answered, after it has shown what it says. */
export function RemindButton({ survey: { id, name: survey } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey.mail');
  const textOf = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const isRunning = useIsRunning('growth.send-survey-mail', id);
  const preview = useSurveyMail(id, 'survey-reminder');
  const name = t('remind');
  const send = async (): Promise<void> => {
    setStarting(true);
    try {
      await startJob(api.POST('/api/pulse-surveys/{id}/remind', { params: { path: { id } }, headers: RESPOND_ASYNC }), {
        label: t('job', { name: survey }),
        about: id,
        href: `/pulse-surveys/${id}`,
        refreshes: SURVEY_PATHS,
      });
      setAsking(false);
    } catch (error) {
      notify({ kind: 'failed', text: textOf(error) });
    } finally {
      setStarting(false);
    }
  };
  const isBusy = isStarting || isRunning;
  return (
    <>
      <Button isBusy={isBusy} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <MailDialog
          title={t('remindTitle', { name: survey })}
          name={name}
          read={preview}
          isBusy={isBusy}
          recipients={({ recipients }) => t('recipients', { count: recipients })}
          onSend={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
