import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { ReadResult } from '../../http/use-read';
import { Person } from '../../ui/person';
import styles from './cycle.module.css';

interface UnscoredProps {
  preparation: ReadResult<'/api/evaluation-cycles/{id}/preparation'>;
  isGenerated: boolean;
}

/** Warns of people whose form would have no item that counts; nothing when there are none. */
export function Unscored({ preparation, isGenerated }: UnscoredProps): ReactNode {
  const t = useTranslations('cycle');
  const { unscored, unscoredSubjects } = preparation;
  if (unscored === 0) return null;
  return (
    <div className={styles.warning}>
      <p>
        {t('unscored.text', { count: unscored })} {t(isGenerated ? 'unscored.after' : 'unscored.before')}
      </p>
      <details>
        <summary>{t('unscored.who')}</summary>
        <ul className={styles.people}>
          {unscoredSubjects.map(({ subjectId, subject, jobProfile }) => (
            <li key={subjectId}>
              <Person id={subjectId} name={subject}>
                <Link href={`/employees/${subjectId}`}>{subject}</Link>{' '}
                <span className="muted">{jobProfile ?? t('unscored.noProfile')}</span>
              </Person>
            </li>
          ))}
          {unscored > unscoredSubjects.length && (
            <li>{t('unscored.more', { count: unscored - unscoredSubjects.length })}</li>
          )}
        </ul>
      </details>
    </div>
  );
}
