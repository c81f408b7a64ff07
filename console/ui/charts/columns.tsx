import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ceilingOf } from './scale';
import { useWidth } from './use-width';
import styles from './charts.module.css';

/** One of the columns, from the left to the right. */
export interface Column {
  key: string;
  /** Below the column, where there is room for it. */
  label: string;
  /** The text for screen readers and tooltips: name and figure. */
  description: string;
  value: number;
  /** The people behind it. */
  href?: string;
}

const HEIGHT = 190;
const BOTTOM = 24;
const LEFT = 40;
const TOP = 10;
const LABEL_WIDTH = 62;
const MAX_COLUMN_WIDTH = 44;
const GRID_LINES = 4;
/** A narrower column is no target for a finger (WCAG 2.5.8); the table leads to the same people. */
const MIN_TARGET = 24;

/** Whole numbers as columns over an axis, such as what happened on each day. */
export function Columns({ columns, say }: { columns: readonly Column[]; say: (value: number) => string }): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const top = ceilingOf(Math.max(...columns.map(({ value }) => value)), GRID_LINES);
  const room = width - LEFT;
  const step = room / Math.max(1, columns.length);
  const thin = Math.min(MAX_COLUMN_WIDTH, Math.max(1, step * 0.72));
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const heightOf = (value: number): number => ((HEIGHT - TOP - BOTTOM) * value) / top;
  const base = HEIGHT - BOTTOM;
  return (
    <div ref={box} className={styles.drawing} style={{ minBlockSize: HEIGHT }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
          {Array.from({ length: GRID_LINES + 1 }, (_, at) => (top * at) / GRID_LINES).map((value) => (
            <g key={value} aria-hidden="true">
              <line
                className={styles.grid}
                x1={LEFT}
                x2={width}
                y1={base - heightOf(value)}
                y2={base - heightOf(value)}
              />
              <text x={LEFT - 8} y={base - heightOf(value) + 4} textAnchor="end">
                {say(value)}
              </text>
            </g>
          ))}
          {columns.map(({ key, label, description, value, href }, at) => {
            const middle = LEFT + step * (at + 0.5);
            const bar = (
              <>
                <title>{description}</title>
                <rect className={styles.hit} x={LEFT + step * at} y={TOP} width={step} height={base - TOP} />
                <rect
                  className={styles.first}
                  x={middle - thin / 2}
                  y={base - heightOf(value)}
                  width={thin}
                  height={heightOf(value)}
                />
              </>
            );
            return (
              <g key={key}>
                {href === undefined || value === 0 || step < MIN_TARGET ? (
                  <g>{bar}</g>
                ) : (
                  <Link href={href} aria-label={description}>
                    {bar}
                  </Link>
                )}
                {at % every === 0 && (
                  <text x={middle} y={HEIGHT - 6} textAnchor="middle" aria-hidden="true">
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
