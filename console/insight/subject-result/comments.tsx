import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Section } from './subject-result';
import styles from './comments.module.css';

/** What evaluators wrote, by item; names are shown to HR alone. */
export function Comments({ sections }: { sections: readonly Section[] }): ReactNode {
  const t = useTranslations('subjectResult');
  const types = useTranslations('evaluatorType');
  const items = sections.flatMap((section) => section.items).filter(({ comments }) => comments.length > 0);
  if (items.length === 0) return null;
  return (
    <section className="card" aria-labelledby="result-comments">
      <h2 id="result-comments">{t('comments')}</h2>
      {items.map(({ itemId, text, comments }) => (
        <div key={itemId} className={styles.resultComments}>
          <h3>{text}</h3>
          {comments.map((comment, at) => (
            <figure key={`${comment.evaluatorId} ${at}`}>
              <blockquote>{comment.text}</blockquote>
              <figcaption className="muted">
                {[comment.evaluator, types(comment.evaluatorType)].filter((part) => part !== null).join(', ')}
              </figcaption>
            </figure>
          ))}
        </div>
      ))}
    </section>
  );
}
