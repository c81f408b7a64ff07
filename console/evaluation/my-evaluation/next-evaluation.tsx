import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../../http/use-read';
import { Person } from '../../ui/person';
import buttonStyles from '../../ui/button.module.css';
import styles from './my-evaluation.module.css';

/** The one that is shown, and the one after it. */
const MAX_OPEN = 2;

/** Leads to the evaluation that is due next; nothing once none waits. */
export function NextEvaluation({ id }: { id: string }): ReactNode {
  const t = useTranslations('myEvaluation');
  const { data } = useRead('/api/my-evaluations', { query: { status: 'InProgress', pageSize: MAX_OPEN } });
  // The API lists first what is due first.
  const next = data?.items.find(
    (row) => row.id !== id && (row.cycle.status === 'Open' || row.cycle.status === 'InProgress'),
  );
  if (!next) return null;
  return (
    <p className={styles.next}>
      <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={`/my-evaluations/${next.id}`}>
        {t('next')}
      </Link>
      <Person id={next.subjectId} name={next.subject.name}>
        {next.subject.name ?? t('deleted')}
      </Person>
    </p>
  );
}
