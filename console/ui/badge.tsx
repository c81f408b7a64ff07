import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  /** Underlines what the words say; color alone means nothing. */
  tone?: 'plain' | 'good' | 'warn' | 'bad' | 'info';
  children: ReactNode;
}

/** A word or two about the state of something. */
export function Badge({ tone = 'plain', children }: BadgeProps): ReactNode {
  return <span className={clsx(styles.state, styles[tone])}>{children}</span>;
}
