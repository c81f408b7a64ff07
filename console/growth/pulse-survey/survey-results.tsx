import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type ReadResult, useRead } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import { Loaded } from '../../ui/loaded';
import { SegmentTable } from './segment-table';
import styles from './pulse-survey.module.css';

type Results = ReadResult<'/api/pulse-surveys/{id}/results'>;
type Question = Results['questions'][number];

/** The results of a closed survey, as far as they may be published: what is hidden is said in words. */
export function SurveyResults({ surveyId }: { surveyId: string }): ReactNode {
  const results = useRead('/api/pulse-surveys/{id}/results', { path: { id: surveyId }, query: { by: 'department' } });
  return (
    <Loaded read={results}>
      {(found) => (found.suppressed ? <Suppressed results={found} /> : <Figures results={found} />)}
    </Loaded>
  );
}

function Suppressed({ results: { anonymityThreshold, responses } }: { results: Results }): ReactNode {
  const t = useTranslations('surveyResults');
  return (
    <section className="card" role="status">
      <h2>{t('suppressed')}</h2>
      <p>{t('suppressedText', { responses, threshold: anonymityThreshold })}</p>
    </section>
  );
}

function Figures({ results }: { results: Results }): ReactNode {
  const { eNPS, questions, segments, anonymityThreshold } = results;
  return (
    <>
      {eNPS !== null && <Enps eNPS={eNPS} question={questions.find((question) => question.eNPS !== null)} />}
      <div className={styles.surveyResults}>
        {questions.map((question) => (
          <QuestionResult key={question.questionId} question={question} threshold={anonymityThreshold} />
        ))}
      </div>
      {segments !== null && segments.length > 0 && (
        <SegmentTable segments={segments} questions={questions} threshold={anonymityThreshold} />
      )}
    </>
  );
}

function Enps({ eNPS, question }: { eNPS: number; question: Question | undefined }): ReactNode {
  const t = useTranslations('surveyResults');
  const format = useFormatter();
  return (
    <section className={clsx('card', styles.surveyEnps)} aria-labelledby="survey-enps">
      <div>
        <h2 id="survey-enps">{t('enps')}</h2>
        <p className={styles.surveyEnpsFigure}>
          <b>{format.number(eNPS, { signDisplay: 'exceptZero' })}</b> <span className="muted">{t('enpsRange')}</span>
        </p>
      </div>
      {question && <EnpsGroups question={question} />}
      <p className="muted">{t('enpsText')}</p>
    </section>
  );
}

function EnpsGroups({ question: { promoters, passives, detractors } }: { question: Question }): ReactNode {
  const t = useTranslations('surveyResults');
  const groups = [
    { name: t('promoters'), count: promoters ?? 0 },
    { name: t('passives'), count: passives ?? 0 },
    { name: t('detractors'), count: detractors ?? 0 },
  ];
  return <Counts counts={groups} />;
}

/** How often each answer was given, as bars with figures. */
function Counts({ counts }: { counts: readonly { name: string; count: number }[] }): ReactNode {
  const format = useFormatter();
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <ul className={styles.surveyCounts}>
      {counts.map(({ name, count }) => (
        <li key={name}>
          <span>{name}</span>
          <Bar share={count / most} />
          <b>{format.number(count)}</b>
        </li>
      ))}
    </ul>
  );
}

function QuestionResult({ question, threshold }: { question: Question; threshold: number }): ReactNode {
  const t = useTranslations('surveyResults');
  const types = useTranslations('questionType');
  const format = useFormatter();
  const { questionId, text, type, suppressed, answers, mean, eNPS, distribution, comments } = question;
  const figure =
    mean !== null
      ? t('mean', { mean: format.number(mean, { minimumFractionDigits: 2 }) })
      : eNPS !== null && `${t('enps')} ${format.number(eNPS, { signDisplay: 'exceptZero' })}`;
  return (
    <section className="card" aria-labelledby={`result-${questionId}`}>
      <h2 id={`result-${questionId}`}>{text}</h2>
      {suppressed ? (
        <p className="muted">{t('questionHidden', { threshold })}</p>
      ) : (
        <>
          <p className={styles.surveyResultFacts}>
            {figure && <b>{figure}</b>}
            <span className="muted">
              {types(type)} · {t('answers', { count: answers ?? 0 })}
            </span>
          </p>
          {distribution !== null && (
            <Counts counts={distribution.map(({ score, count }) => ({ name: format.number(score), count }))} />
          )}
          {comments !== null && <Comments comments={comments} />}
        </>
      )}
    </section>
  );
}

function Comments({ comments }: { comments: readonly string[] }): ReactNode {
  const t = useTranslations('surveyResults');
  if (comments.length === 0) return <p className="muted">{t('noComments')}</p>;
  return (
    <ul className={styles.surveyComments} aria-label={t('comments')}>
      {comments.map((comment, at) => (
        <li key={at}>{comment}</li>
      ))}
    </ul>
  );
}
