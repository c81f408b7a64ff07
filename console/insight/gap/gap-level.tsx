import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './gap.module.css';

/** A gap level with its color. */
export function GapLevel({ level }: { level: number }): ReactNode {
  return <span className={clsx(styles.gapCell, styles[`level${Math.min(level, 3)}`])}>{level}</span>;
}
