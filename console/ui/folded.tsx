import type { ReactNode } from 'react';
import styles from './folded.module.css';

/** What only some want to read: under its name until it is opened. */
export function Folded({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <details className={styles.folded}>
      <summary>{name}</summary>
      <div className="stack tight">{children}</div>
    </details>
  );
}
