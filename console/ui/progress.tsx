import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import styles from './progress.module.css';

interface ProgressProps {
  /** Accessible label. */
  label: string;
  done: number;
  /** 0: not known yet. */
  total: number;
}

export function Progress({ label, done, total }: ProgressProps): ReactNode {
  const format = useFormatter();
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={total || 1} value={total === 0 ? undefined : Math.min(done, total)} />
      <span>{total === 0 ? '…' : `${format.number(done)} / ${format.number(total)}`}</span>
    </div>
  );
}
