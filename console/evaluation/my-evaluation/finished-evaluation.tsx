import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useProfile } from '../../app/session';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import { type EvaluationForm, NO_ANSWER } from './answer';
import { AnswerText } from './answer-text';
import { GivenAnswers } from './given-answers';
import { NextEvaluation } from './next-evaluation';
import { UnsentAnswers } from './unsent-answers';
import styles from './my-evaluation.module.css';

/** The questions with their answers once these can no longer change. */
export function FinishedEvaluation({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const format = useFormatter();
  const { submittedAt } = evaluation;
  return (
    <>
      <div className={clsx('card', styles.finished)}>
        <p>
          {submittedAt === null
            ? t('over')
            : t('submittedOn', {
                date: format.dateTime(new Date(submittedAt), { dateStyle: 'medium', timeStyle: 'short' }),
              })}
        </p>
        <Acknowledgement evaluation={evaluation} />
        <NextEvaluation id={evaluation.id} />
      </div>
      <UnsavedAnswers evaluation={evaluation} />
      <GivenAnswers evaluation={evaluation} />
    </>
  );
}

/** On the user's own evaluation: that the results were received. */
function Acknowledgement({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const format = useFormatter();
  const { id, cycle, cycleId, evaluatorType, status, acknowledgedAt } = evaluation;
  const acknowledge = useSend(
    () => answered(api.POST('/api/my-evaluations/{id}/acknowledge', { params: { path: { id } } })),
    { refreshes: ['/api/my-evaluations'], onDone: () => notify({ kind: 'done', text: t('acknowledged') }) },
  );
  if (evaluatorType !== 'Self' || cycle.resultsPublishedAt === null) return null;
  if (acknowledgedAt !== null)
    return <p>{t('acknowledgedOn', { date: format.dateTime(new Date(acknowledgedAt), { dateStyle: 'medium' }) })}</p>;
  if (status !== 'Submitted') return null;
  return (
    <div className={styles.acknowledge}>
      <p>
        {t('published')} <Link href={`/my-results/${cycleId}`}>{t('showResults')}</Link>
      </p>
      <Button kind="primary" isBusy={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
        {t('acknowledge')}
      </Button>
    </div>
  );
}

/** What was typed here and could not be saved before the evaluation was submitted or the cycle closed. */
function UnsavedAnswers({ evaluation: { id, template } }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const account = useProfile();
  const [stored] = useState(() => new UnsentAnswers(account.id, id));
  const [unsent, setUnsent] = useState(() => stored.all());
  if (unsent.size === 0 || !template) return null;
  const items = template.sections.flatMap((section) => section.items).filter((item) => unsent.has(item.id));
  return (
    <section className={clsx(styles.itemList, styles.conflicts)} aria-labelledby="unsaved">
      <h2 id="unsaved">{t('unsaved', { count: unsent.size })}</h2>
      {items.map((item) => (
        <div key={item.id}>
          <h3>{item.text}</h3>
          <AnswerText scale={template.scale} value={unsent.get(item.id)?.mine ?? NO_ANSWER} />
        </div>
      ))}
      <Button
        onClick={() => {
          for (const itemId of unsent.keys()) stored.drop(itemId);
          setUnsent(new Map());
        }}
      >
        {t('discard')}
      </Button>
    </section>
  );
}
