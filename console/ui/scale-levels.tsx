import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './scale-levels.module.css';

interface ScaleLevelsProps {
  /** What folds and unfolds them. */
  summary: string;
  levels: readonly { score: number; label: string; descriptor: string }[];
  /** The score that is given now. */
  chosen?: number | null;
}

/** What each step of a scale means for a competency or skill; can be folded away. */
export function ScaleLevels({ summary, levels, chosen = null }: ScaleLevelsProps): ReactNode {
  return (
    <details className={styles.levels} open>
      <summary>{summary}</summary>
      <dl>
        {levels.map(({ score, label, descriptor }) => (
          <div key={score} className={clsx(score === chosen && styles.chosen)}>
            <dt>{label === '' ? score : `${score} · ${label}`}</dt>
            <dd>{descriptor}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
