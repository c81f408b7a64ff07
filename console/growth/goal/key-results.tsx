import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { ShareBar } from '../share-bar/share-bar';
import { CheckInDialog } from './check-in-dialog';
import { type Goal, GOAL_PATHS, isOpenGoal, type KeyResult } from './goal';
import { KeyResultDialog } from './key-result-dialog';
import styles from './key-results.module.css';

/** The key results of a goal, each with how far it is, its check-ins, and the way to report the next one. */
export function KeyResults({ goal }: { goal: Goal }): ReactNode {
  const t = useTranslations('keyResults');
  if (goal.keyResults.length === 0) return <p className="muted">{t('empty')}</p>;
  return (
    <ul className={styles.keyResults}>
      {goal.keyResults.map((keyResult) => (
        <Entry key={keyResult.id} goal={goal} keyResult={keyResult} />
      ))}
    </ul>
  );
}

function Entry({ goal, keyResult }: { goal: Goal; keyResult: KeyResult }): ReactNode {
  const t = useTranslations('keyResults');
  const measured = useMeasured(keyResult);
  const plain = useMeasured({ unit: null });
  const { title, startValue, currentValue, targetValue, progress } = keyResult;
  return (
    <li>
      <div className={styles.keyResultHead}>
        <h3>{title}</h3>
        <ShareBar percent={progress} />
      </div>
      <p className="muted">
        {t('values', {
          current: plain(currentValue),
          start: plain(startValue),
          // The unit is said once, at the end.
          target: measured(targetValue),
        })}
      </p>
      <KeyResultActions goal={goal} keyResult={keyResult} />
      <CheckIns keyResult={keyResult} />
    </li>
  );
}

function KeyResultActions({ goal, keyResult }: { goal: Goal; keyResult: KeyResult }): ReactNode {
  const t = useTranslations('keyResults');
  const [open, setOpen] = useState<'checkIn' | 'edit' | null>(null);
  const { id: krId, title } = keyResult;
  const mayEdit = goal.canEdit && isOpenGoal(goal);
  const close = (): void => setOpen(null);
  if (!goal.canCheckIn && !mayEdit) return null;
  return (
    <p className={styles.keyResultActions}>
      {goal.canCheckIn && (
        <Button aria-label={t('checkInName', { name: title })} onClick={() => setOpen('checkIn')}>
          {t('checkIn')}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button kind="quiet" aria-label={t('editName', { name: title })} onClick={() => setOpen('edit')}>
            {t('edit')}
          </Button>
          <DeleteButton
            name={title}
            send={() =>
              answered(api.DELETE('/api/goals/{id}/key-results/{krId}', { params: { path: { id: goal.id, krId } } }))
            }
            refreshes={GOAL_PATHS}
          >
            {t('deleteText', { count: keyResult.checkInCount })}
          </DeleteButton>
        </>
      )}
      {open === 'checkIn' && <CheckInDialog goal={goal} keyResult={keyResult} onClose={close} />}
      {open === 'edit' && <KeyResultDialog goal={goal} keyResult={keyResult} onClose={close} />}
    </p>
  );
}

function CheckIns({ keyResult }: { keyResult: KeyResult }): ReactNode {
  const t = useTranslations('keyResults');
  const format = useFormatter();
  const measured = useMeasured(keyResult);
  const { checkIns, checkInCount } = keyResult;
  if (checkInCount === 0) return null;
  return (
    <details>
      <summary>{t('checkIns', { count: checkInCount })}</summary>
      <ol className={styles.checkIns}>
        {checkIns.map(({ number, at, by, value, comment }) => (
          <li key={number}>
            <b>{measured(value)}</b>
            <span className="muted">
              {[format.dateTime(new Date(at), { dateStyle: 'medium' }), by].filter((part) => part !== null).join(', ')}
            </span>
            {comment !== null && <p>{comment}</p>}
          </li>
        ))}
      </ol>
      {checkInCount > checkIns.length && <p className="muted">{t('newest', { count: checkIns.length })}</p>}
    </details>
  );
}

function useMeasured({ unit }: Pick<KeyResult, 'unit'>): (value: number) => string {
  const format = useFormatter();
  return (value) => {
    const figure = format.number(value, { maximumFractionDigits: 4 });
    return unit === null ? figure : `${figure} ${unit}`;
  };
}
