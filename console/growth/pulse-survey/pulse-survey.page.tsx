import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { whenFreeToLeave } from '../../app/leave-guard';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { ConfirmDialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { ShareBar } from '../share-bar/share-bar';
import { SurveyEditor } from './survey-editor';
import { OpeningMail, RemindButton, SentSurveyMails } from './survey-mails';
import { SurveyResults } from './survey-results';
import { type PulseSurvey, SURVEY_PATHS, SurveyState } from './survey-state';
import styles from './pulse-survey.module.css';

/** /pulse-surveys/:id: a survey by its state: the editor of a draft, how many have answered, the results. */
export function PulseSurveyPage({ params: { id = '' } }: PageProps): ReactNode {
  const survey = useRead('/api/pulse-surveys/{id}', { path: { id } });
  return <Loaded read={survey}>{(found) => <SurveyView survey={found} />}</Loaded>;
}

function SurveyView({ survey }: { survey: PulseSurvey }): ReactNode {
  const { id, name, status } = survey;
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle>{name}</PageTitle>
          {status === 'Draft' && <DeleteDraft survey={survey} />}
          {status === 'Draft' && <OpenButton survey={survey} />}
          {status === 'Open' && <RemindButton survey={survey} />}
          {status === 'Open' && <CloseButton survey={survey} />}
        </div>
        <SurveyFacts survey={survey} />
        {status !== 'Draft' && <SentSurveyMails survey={survey} />}
      </div>
      {status === 'Draft' && <SurveyEditor survey={survey} />}
      {status === 'Open' && <Questions survey={survey} />}
      {status === 'Closed' && <SurveyResults surveyId={id} />}
    </div>
  );
}

function SurveyFacts({ survey }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey');
  const format = useFormatter();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  const { status, departments, openedAt, closedAt, invited, responses, participationRate, anonymityThreshold } = survey;
  return (
    <p className={styles.surveyFacts}>
      <SurveyState status={status} />
      <span>{departments.length === 0 ? t('everyone') : t('audience', { names: departments.join(', ') })}</span>
      {openedAt !== null && <span className="muted">{t('opened', { date: day(openedAt) })}</span>}
      {closedAt !== null && <span className="muted">{t('closed', { date: day(closedAt) })}</span>}
      {invited !== null && (
        <span className={styles.surveyParticipation}>
          {t('responses', { responses, invited })} <ShareBar percent={100 * (participationRate ?? 0)} />
        </span>
      )}
      {status !== 'Draft' && <span className="muted">{t('threshold', { threshold: anonymityThreshold })}</span>}
    </p>
  );
}

/** The questions of a survey that people answer now. */
function Questions({ survey: { questions, description } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey');
  const types = useTranslations('questionType');
  return (
    <section className="card" aria-labelledby="survey-questions">
      <h2 id="survey-questions">{t('questions')}</h2>
      {description !== null && <p className={styles.surveyText}>{description}</p>}
      <ol className={styles.surveyQuestions}>
        {questions.map(({ id, text, type, required }) => (
          <li key={id}>
            {text}
            <span className="muted">
              {types(type)}
              {required && ` · ${t('required')}`}
            </span>
          </li>
        ))}
      </ol>
      <p className="muted">{t('resultsLater')}</p>
    </section>
  );
}

function OpenButton({ survey }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey');
  const [isAsking, setAsking] = useState(false);
  const { id, name, questions, departments, anonymityThreshold } = survey;
  const open = useSend(() => answered(api.POST('/api/pulse-surveys/{id}/open', { params: { path: { id } } })), {
    refreshes: SURVEY_PATHS,
    onDone: ({ invited }) => notify({ kind: 'done', text: t('openedNow', { name, invited: invited ?? 0 }) }),
  });
  if (questions.length === 0) return null;
  return (
    <>
      {/* What is typed in the editor and not saved would be lost. */}
      <Button onClick={() => whenFreeToLeave(() => setAsking(true))}>{t('open')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('openTitle', { name })}
          action={t('open')}
          isBusy={open.isPending}
          onConfirm={() => open.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{departments.length === 0 ? <Everyone /> : t('openDepartments', { names: departments.join(', ') })}</p>
          <OpeningMail survey={survey} />
          <p>{t('openText', { count: questions.length, threshold: anonymityThreshold })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The number of employees whom a survey of the whole organization invites. */
function Everyone(): ReactNode {
  const t = useTranslations('pulseSurvey');
  const active = useRead('/api/employees', { query: { status: 'Active', pageSize: 1 } });
  return active.data ? t('openEveryone', { count: active.data.totalCount }) : t('everyone');
}

function CloseButton({ survey: { id, name, responses, anonymityThreshold } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey');
  const [isAsking, setAsking] = useState(false);
  const close = useSend(() => answered(api.POST('/api/pulse-surveys/{id}/close', { params: { path: { id } } })), {
    refreshes: SURVEY_PATHS,
    onDone: () => notify({ kind: 'done', text: t('closedNow', { name }) }),
  });
  return (
    <>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {t('close')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('closeTitle', { name })}
          action={t('close')}
          kind="danger"
          isBusy={close.isPending}
          onConfirm={() => close.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('closeText', { responses })}</p>
          <p>{t('mail.none')}</p>
          {responses < anonymityThreshold && <p>{t('closeTooFew', { threshold: anonymityThreshold })}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

function DeleteDraft({ survey: { id, name, questions } }: { survey: PulseSurvey }): ReactNode {
  const t = useTranslations('pulseSurvey');
  const [, navigate] = useLocation();
  return (
    <DeleteButton
      name={name}
      kind="plain"
      send={() => answered(api.DELETE('/api/pulse-surveys/{id}', { params: { path: { id } } }))}
      refreshes={['/api/pulse-surveys']}
      onDeleted={() => navigate('/pulse-surveys')}
    >
      {t('deleteText', { count: questions.length })}
    </DeleteButton>
  );
}
