import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../../http/use-read';
import { Person } from '../../ui/person';
import styles from './cycle.module.css';

/** Names the subjects whom no manager evaluates, with the reasons; nothing when there are none. */
export function WithoutManager({ cycleId }: { cycleId: string }): ReactNode {
  const t = useTranslations('cycle.withoutManager');
  const { data } = useRead('/api/evaluation-cycles/{id}/preparation', { path: { id: cycleId } });
  if (!data || data.withoutManager === 0) return null;
  const { withoutManager, withoutManagerSubjects } = data;
  const more = withoutManager - withoutManagerSubjects.length;
  return (
    <div className={styles.warning}>
      <p>{t('text', { count: withoutManager })}</p>
      <details>
        <summary>{t('who')}</summary>
        <ul className={styles.people}>
          {withoutManagerSubjects.map(({ subjectId, subject, reason }) => (
            <li key={subjectId}>
              <Person id={subjectId} name={subject}>
                <Link href={`/employees/${subjectId}`}>{subject}</Link>{' '}
                <span className="muted">{t(`reasons.${reason}`)}</span>
              </Person>
            </li>
          ))}
          {more > 0 && <li>{t('more', { count: more })}</li>}
        </ul>
      </details>
    </div>
  );
}
