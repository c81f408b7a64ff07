import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Loaded } from '../../ui/loaded';
import { type EvaluationForm, isWritable } from './answer';
import { AnswerForm } from './answer-form';
import { FinishedEvaluation } from './finished-evaluation';
import styles from './my-evaluation.module.css';

/** /my-evaluations/:id: the questions about one person, to be answered or as they were answered. */
export function MyEvaluationPage({ params: { id = '' } }: PageProps): ReactNode {
  const t = useTranslations('myEvaluation');
  const read = useRead('/api/my-evaluations/{id}', { path: { id } });
  return (
    <Loaded read={read}>
      {(evaluation) => (
        <div className={styles.evaluation}>
          <PageTitle>{t('title', { name: evaluation.subject.name ?? t('deleted') })}</PageTitle>
          <Facts evaluation={evaluation} />
          <Readers evaluation={evaluation} />
          {isWritable(evaluation) ? (
            <AnswerForm key={id} evaluation={evaluation} />
          ) : (
            <FinishedEvaluation evaluation={evaluation} />
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Who will read the answers, in one sentence. */
function Readers({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const { evaluatorType, readers, subject } = evaluation;
  const name = subject.name ?? t('deleted');
  if (readers.shownAs === 'Group')
    return <p className="muted">{t('readers.Group', { name, minimum: readers.minimum ?? 0 })}</p>;
  return <p className="muted">{evaluatorType === 'Self' ? t('readers.Self') : t('readers.Manager', { name })}</p>;
}

function Facts({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const pages = useTranslations('pages');
  const date = useCalendarDate();
  const { cycle, evaluatorType } = evaluation;
  return (
    <p className={clsx(styles.evaluationFacts, 'muted')}>
      <Link href="/my-evaluations">{pages('myEvaluations')}</Link>
      <span>{cycle.name}</span>
      <span>{t(`types.${evaluatorType}`)}</span>
      {isWritable(evaluation) && cycle.endDate !== null && <span>{t('until', { date: date(cycle.endDate) })}</span>}
    </p>
  );
}
