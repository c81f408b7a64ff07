import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { Person } from '../../ui/person';
import styles from './cycle.module.css';

/** How many Active employees a cycle does not evaluate, and who with the reason; nothing when it evaluates all. */
export function LeftOut({ subjects }: { subjects: components['schemas']['PreparedSubjects'] }): ReactNode {
  const t = useTranslations('cycle.leftOut');
  const { excludedCount, excluded } = subjects;
  if (excludedCount === 0) return null;
  const more = excludedCount - excluded.length;
  return (
    <details>
      <summary>{t('text', { count: excludedCount })}</summary>
      <ul className={styles.people} aria-label={t('who')}>
        {excluded.map(({ employeeId, name, reason }) => (
          <li key={employeeId}>
            <Person id={employeeId} name={name}>
              <Link href={`/employees/${employeeId}`}>{name}</Link>{' '}
              <span className="muted">{t(`reasons.${reason}`)}</span>
            </Person>
          </li>
        ))}
        {more > 0 && <li>{t('more', { count: more })}</li>}
      </ul>
    </details>
  );
}
