import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import styles from './cycle.module.css';

interface StepProps {
  /** The name of the step, which its button bears too. */
  name: string;
  state: 'done' | 'next' | 'possible' | 'later';
  /** What it will do, or what it has done. */
  children: ReactNode;
  actions?: ReactNode;
}

/** One step of a cycle: its place in the list, its name, what it will do, and its buttons. */
export function Step({ name, state, children, actions }: StepProps): ReactNode {
  const t = useTranslations('cycle');
  const heading = useId();
  return (
    <li className={clsx(styles.step, styles[state])} aria-labelledby={heading}>
      <span className={styles.stepMark} aria-hidden="true">
        {state === 'done' && '✓'}
      </span>
      <div className={styles.stepText}>
        <h2 id={heading} className={styles.stepName}>
          {name}
          {state === 'done' && <span className="visually-hidden"> {t('done')}</span>}
        </h2>
        {children}
      </div>
      {actions !== undefined && <div className={styles.stepActions}>{actions}</div>}
    </li>
  );
}
