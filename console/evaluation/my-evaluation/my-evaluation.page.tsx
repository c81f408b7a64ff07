import { clsx } from 'clsx';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile } from '../../app/session';
import { useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { type EvaluationForm, isWritable } from './answer';
import { AnswerForm } from './answer-form';
import { accountAnswering } from './answering';
import { FinishedEvaluation } from './finished-evaluation';
import { Readers } from './readers';
import { SubjectGoals } from './subject-goals';
import styles from './my-evaluation.module.css';

/** /my-evaluations/:id: the questions about one person, to be answered or as they were answered. */
export function MyEvaluationPage({ params: { id = '' } }: PageProps): ReactNode {
  const t = useTranslations('myEvaluation');
  const { id: accountId } = useProfile();
  const answering = useMemo(() => accountAnswering(accountId), [accountId]);
  const read = useRead('/api/my-evaluations/{id}', { path: { id } });
  return (
    <Loaded read={read}>
      {(evaluation) => (
        <div className={styles.evaluation}>
          <PageTitle face={<PersonFace id={evaluation.subjectId} name={evaluation.subject.name} />}>
            {t('title', {
              name: evaluation.subject.name ?? t('deleted'),
              isOwn: String(evaluation.evaluatorType === 'Self'),
            })}
          </PageTitle>
          <Facts evaluation={evaluation} />
          <Readers evaluation={evaluation} />
          <div className={styles.columns}>
            {isWritable(evaluation) && <SubjectGoals evaluation={evaluation} />}
            <div className={styles.answers}>
              {isWritable(evaluation) ? (
                <AnswerForm key={id} evaluation={evaluation} answering={answering} />
              ) : (
                <FinishedEvaluation evaluation={evaluation} />
              )}
            </div>
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** What reading a question and answering it takes, in seconds. */
const SECONDS = { Rating: 20, Text: 75 } as const;

/** How many minutes the questions take; at least one. */
function minutesFor({ template }: EvaluationForm): number {
  const items = template?.sections.flatMap((section) => section.items) ?? [];
  return Math.max(1, Math.round(items.reduce((sum, { type }) => sum + SECONDS[type], 0) / 60));
}

function Facts({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const date = useCalendarDate();
  const { cycle, evaluatorType } = evaluation;
  return (
    <p className={clsx(styles.evaluationFacts, 'muted')}>
      <span>{cycle.name}</span>
      <span>{t(`types.${evaluatorType}`)}</span>
      {isWritable(evaluation) && cycle.endDate !== null && <span>{t('until', { date: date(cycle.endDate) })}</span>}
      {isWritable(evaluation) && <span>{t('minutes', { count: minutesFor(evaluation) })}</span>}
    </p>
  );
}
