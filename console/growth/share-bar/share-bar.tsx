import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import { Bar } from '../../ui/bar';
import styles from './share-bar.module.css';

/** A progress of 0 to 100 as a bar with its figure. */
export function ShareBar({ percent }: { percent: number }): ReactNode {
  const format = useFormatter();
  return (
    <span className={styles.shareBar}>
      <Bar share={percent / 100} />
      <span>{format.number(percent / 100, { style: 'percent', maximumFractionDigits: 0 })}</span>
    </span>
  );
}
