import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import styles from './button.module.css';

interface EmptyProps {
  /** What belongs here. */
  children: string;
  /** Where the first one is made; absent where nothing can be made. */
  href?: string | undefined;
  /** The name of that step, unless it creates the first row. */
  action?: string;
}

/** What an empty list says, and the step that fills it. */
export function Empty({ children, href, action }: EmptyProps): ReactNode {
  const t = useTranslations('table');
  return (
    <>
      <p>{children}</p>
      {href !== undefined && (
        <Link className={styles.button} href={href}>
          {action ?? t('createFirst')}
        </Link>
      )}
    </>
  );
}
