import type { ReactNode } from 'react';
import styles from './bar.module.css';

/** A share of something as a bar; the figures are next to it as text, so it says nothing to screen readers. */
export function Bar({ share }: { share: number }): ReactNode {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 1_000) / 10;
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
