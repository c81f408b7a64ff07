import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { EvaluationForm } from './answer';
import styles from './my-evaluation.module.css';

/** Who will read the answers, in one sentence. */
export function Readers({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const t = useTranslations('myEvaluation');
  const { evaluatorType, readers, subject } = evaluation;
  const name = subject.name ?? t('deleted');
  const sentence = (): string => {
    if (readers.shownAs === 'Group') return t('readers.Group', { name, minimum: readers.minimum ?? 0 });
    return evaluatorType === 'Self' ? t('readers.Self') : t('readers.Manager', { name });
  };
  return (
    <section className={styles.readers} aria-labelledby="evaluation-readers">
      <h2 id="evaluation-readers">{t('readersTitle')}</h2>
      <p className="muted">{sentence()}</p>
    </section>
  );
}
