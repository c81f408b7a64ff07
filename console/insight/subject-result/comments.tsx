import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SubjectResult } from './subject-result';
import { WithholdComment } from './withhold-comment';
import styles from './comments.module.css';

/** What evaluators wrote, by item; names are shown to HR alone. */
export function Comments({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const types = useTranslations('evaluatorType');
  const { sections, withheldComments } = result;
  const items = sections.flatMap((section) => section.items).filter(({ comments }) => comments.length > 0);
  if (items.length === 0 && withheldComments === 0) return null;
  return (
    <section className="card" aria-labelledby="result-comments">
      <h2 id="result-comments">{t('comments')}</h2>
      {withheldComments > 0 && <p className="muted">{t('withheldComments', { count: withheldComments })}</p>}
      {items.map(({ itemId, text, comments }) => (
        <div key={itemId} className={styles.resultComments}>
          <h3>{text}</h3>
          {comments.map((comment, at) => (
            <figure key={`${comment.evaluatorId} ${at}`}>
              <blockquote>{comment.text}</blockquote>
              <figcaption className="muted">
                {[comment.evaluator, types(comment.evaluatorType)].filter((part) => part !== null).join(', ')}{' '}
                <WithholdComment result={result} comment={comment} />
              </figcaption>
            </figure>
          ))}
        </div>
      ))}
    </section>
  );
}
