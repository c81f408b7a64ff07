import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SelectMark } from '../../list/select-mark';
import { SelectionTools } from '../../list/selection-tools';
import { Person } from '../../ui/person';
import type { SubjectResult } from './subject-result';
import { type Comment, useCommentsBulk } from './use-comments-bulk';
import { WithholdComment } from './withhold-comment';
import styles from './comments.module.css';

/** What evaluators wrote, by item; names are shown to HR alone. */
export function Comments({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const { sections, otherComments, withheldComments } = result;
  const items = [
    ...sections.flatMap((section) => section.items),
    { itemId: 'others', text: t('otherComments'), comments: otherComments },
  ].filter(({ comments }) => comments.length > 0);
  const comments = items.flatMap((item) => item.comments);
  const bulk = useCommentsBulk(result, comments);
  if (items.length === 0 && withheldComments === 0) return null;
  // Others than HR read what is not withheld, and decide about nothing.
  const mayDecide = comments.some(({ isWithheld }) => isWithheld !== undefined);
  return (
    <section className="card" aria-labelledby="result-comments">
      <h2 id="result-comments">{t('comments')}</h2>
      {withheldComments > 0 && <p className="muted">{t('withheldComments', { count: withheldComments })}</p>}
      <SelectionTools bulk={bulk} />
      {items.map(({ itemId, text, comments: ofItem }) => (
        <div key={itemId} className={styles.resultComments}>
          <h3>{text}</h3>
          {ofItem.map((comment, at) => (
            <figure key={`${comment.evaluatorId} ${at}`}>
              <blockquote>{comment.text}</blockquote>
              <figcaption className="muted">
                <span className={styles.author}>
                  {mayDecide && <SelectMark bulk={bulk} row={comment} />}
                  <Author comment={comment} />
                </span>{' '}
                <WithholdComment result={result} comment={comment} />
              </figcaption>
            </figure>
          ))}
        </div>
      ))}
    </section>
  );
}

/** The name of who wrote, where the viewer may know it, and what kind of evaluator it is. */
function Author({ comment: { evaluatorId, evaluator, evaluatorType } }: { comment: Comment }): ReactNode {
  const types = useTranslations('evaluatorType');
  if (evaluator === null) return types(evaluatorType);
  return (
    <Person id={evaluatorId} name={evaluator}>
      {evaluator}, {types(evaluatorType)}
    </Person>
  );
}
