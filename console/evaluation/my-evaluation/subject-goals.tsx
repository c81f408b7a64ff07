import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type ReadResult, useRead } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import type { EvaluationForm } from './answer';
import styles from './my-evaluation.module.css';

type Goal = ReadResult<'/api/goals'>['items'][number];

const MAX_GOALS = 50;
/** The width from which they are next to the form; as in the style sheet. */
const IS_WIDE = globalThis.matchMedia('(width > 1180px)');

/** The goals that the subject had in the time of the cycle, as far as the evaluator may see them; nothing without any. */
export function SubjectGoals({ evaluation }: { evaluation: EvaluationForm }): ReactNode {
  const { subjectId, subject, cycle, evaluatorType } = evaluation;
  const t = useTranslations('myEvaluation');
  const format = useFormatter();
  const { data } = useRead('/api/goals', { query: { ownerEmployeeId: subjectId, pageSize: MAX_GOALS } });
  const goals = (data?.items ?? []).filter((goal) => isOfPeriod(goal, cycle));
  if (goals.length === 0) return null;
  return (
    <aside className={styles.goals} aria-labelledby="subject-goals">
      <details open={IS_WIDE.matches}>
        <summary>
          <h2 id="subject-goals">
            {t('goals', { name: subject.name ?? t('deleted'), isOwn: String(evaluatorType === 'Self') })}
          </h2>
        </summary>
        <ul>
          {goals.map(({ id, title, progress, keyResults }) => (
            <li key={id}>
              <h3>{title}</h3>
              <p className={styles.goalProgress}>
                <Bar share={progress / 100} />
                <span>{format.number(progress / 100, { style: 'percent' })}</span>
              </p>
              {keyResults.length > 0 && (
                <ul className="muted">
                  {keyResults.map(({ id: keyResultId, title: name, unit, currentValue, startValue, targetValue }) => (
                    <li key={keyResultId}>
                      {t('keyResult', {
                        name,
                        current: format.number(currentValue),
                        start: format.number(startValue),
                        target: `${format.number(targetValue)} ${unit ?? ''}`.trim(),
                      })}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </details>
    </aside>
  );
}

/** Whether a goal that was worked on belongs to the days of the cycle; a date that is not set bounds nothing. */
function isOfPeriod(
  { status, startDate, dueDate }: Goal,
  { startDate: first, endDate: last }: EvaluationForm['cycle'],
): boolean {
  if (status === 'Draft' || status === 'Cancelled') return false;
  const isOver = dueDate !== null && first !== null && dueDate < first;
  const isLater = startDate !== null && last !== null && startDate > last;
  return !isOver && !isLater;
}
