import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { isOpen, type Session, SessionState } from './session-state';
import styles from './calibration.module.css';

/** What a session is about, and what it still waits for. */
export function SessionFacts({ session }: { session: Session }): ReactNode {
  const t = useTranslations('calibration');
  const cycles = useTranslations('cycleStatus');
  const format = useFormatter();
  const { status, cycleId, cycle, cycleStatus, departments, entryCount, appliedAt, appliedBy } = session;
  const names = departments.filter((name) => name !== null);
  return (
    <>
      <p className={styles.sessionFacts}>
        <SessionState status={status} />
        <span>
          <Link href={`/cycles/${cycleId}`}>{cycle ?? t('cycle')}</Link>{' '}
          {cycleStatus !== null && <span className="muted">{cycles(cycleStatus)}</span>}
        </span>
        <span>{names.length === 0 ? t('wholeCycle') : names.join(', ')}</span>
        <span>{t('entryCount', { count: entryCount })}</span>
        {appliedAt !== null && (
          <span className="muted">
            {t('applied', {
              date: format.dateTime(new Date(appliedAt), { dateStyle: 'medium', timeStyle: 'short' }),
              by: appliedBy ?? '–',
            })}
          </span>
        )}
      </p>
      {isOpen(session) && cycleStatus !== 'Closed' && <p className={styles.sessionHint}>{t('notClosed')}</p>}
    </>
  );
}
