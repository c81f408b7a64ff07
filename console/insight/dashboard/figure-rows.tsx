import type { ReactNode } from 'react';
import { Bar } from '../../ui/bar';
import styles from './dashboard.module.css';

interface FigureRow {
  key: string;
  name: ReactNode;
  share: number;
  figure: string;
}

export function FigureRows({ rows }: { rows: readonly FigureRow[] }): ReactNode {
  return (
    <ul className={styles.figureRows}>
      {rows.map(({ key, name, share, figure }) => (
        <li key={key}>
          <span>{name}</span>
          <Bar share={share} />
          <b>{figure}</b>
        </li>
      ))}
    </ul>
  );
}
