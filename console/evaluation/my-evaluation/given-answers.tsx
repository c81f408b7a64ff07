import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type EvaluationForm, NO_ANSWER, toAnswerValues } from './answer';
import { AnswerText } from './answer-text';
import styles from './my-evaluation.module.css';

/** The questions with their answers, to be read. */
export function GivenAnswers({ evaluation: { template, answers } }: { evaluation: EvaluationForm }): ReactNode {
  const values = toAnswerValues(answers);
  return template?.sections.map(({ id, title, items }) => (
    <section key={id} className={styles.answerSection} aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`}>{title}</h2>
      {items.map((item) => (
        <div key={item.id} className={styles.item}>
          <h3>{item.text}</h3>
          {item.requirement !== null && <p className={clsx('muted', styles.itemRequirement)}>{item.requirement}</p>}
          <AnswerText scale={template.scale} value={values.get(item.id) ?? NO_ANSWER} />
        </div>
      ))}
    </section>
  ));
}
