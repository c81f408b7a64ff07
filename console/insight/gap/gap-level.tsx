import type { ReactNode } from 'react';
import './gap.css';

/** A gap level with its color. */
export function GapLevel({ level }: { level: number }): ReactNode {
  return <span className={`gap-cell level-${Math.min(level, 3)}`}>{level}</span>;
}
