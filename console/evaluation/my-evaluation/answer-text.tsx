import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerValue, EvaluationForm } from './answer';
import styles from './my-evaluation.module.css';

/** An answer to be read. */
export function AnswerText({
  scale: { min, labels },
  value: { score, notApplicable, comment },
}: {
  scale: NonNullable<EvaluationForm['template']>['scale'];
  value: AnswerValue;
}): ReactNode {
  const t = useTranslations('myEvaluation');
  const label = score === null ? undefined : labels[score - min];
  const isEmpty = score === null && !notApplicable && comment.trim() === '';
  return (
    <>
      {score !== null && (
        <p className={styles.given}>
          {score}
          {label !== undefined && ` · ${label}`}
        </p>
      )}
      {notApplicable && <p className={styles.given}>{t('notApplicable')}</p>}
      {comment.trim() !== '' && <p className={styles.givenComment}>{comment}</p>}
      {isEmpty && <p className="muted">{t('unanswered')}</p>}
    </>
  );
}
