import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelLines } from '../../../shared/kernel/label-lines.rules';
import type { SeriesName } from './chart';
import { useWidth } from './use-width';
import styles from './charts.module.css';

/** A thing with one bar, or two to compare, and an earlier value as a mark. */
export interface BarRow {
  key: string;
  name: string;
  /** The text for screen readers and tooltips: name and figures. */
  description: string;
  first: number | null;
  second?: number | null;
  earlier?: number | null;
  /** The figures as they are written behind the bars. */
  figures: readonly string[];
  /** The people behind it. */
  href?: string;
}

interface BarRowsProps {
  rows: readonly BarRow[];
  /** The values of an empty and of a full bar. */
  range: { from: number; to: number };
}

const BAR = 12;
const GAP = 3;
const PADDING = 7;
const FONT = 13;
const FIGURE_WIDTH = 52;

/** Bars next to the names of what they measure. */
export function BarRows({ rows, range: { from, to } }: BarRowsProps): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const bars = rows.some(({ second }) => second !== undefined) ? 2 : 1;
  const height = 2 * PADDING + Math.max(bars * (BAR + GAP) - GAP, 2 * FONT);
  const labelWidth = Math.min(220, width * 0.36);
  const room = Math.max(0, width - labelWidth - FIGURE_WIDTH - 12);
  const lengthOf = (value: number): number => (room * Math.min(Math.max(value - from, 0), to - from)) / (to - from);
  const draw = (row: BarRow): ReactNode => {
    const middle = height / 2;
    const top = middle - (bars * (BAR + GAP) - GAP) / 2;
    const lines = labelLines(row.name, labelWidth / FONT, 2);
    const series: [SeriesName, number | null | undefined][] = [
      ['first', row.first],
      ['second', row.second],
    ];
    return (
      <>
        <title>{row.description}</title>
        <rect className={styles.hit} x={0} y={0} width={width} height={height} />
        {lines.map((line, at) => (
          <text key={line} x={0} y={middle + (at - (lines.length - 1) / 2) * FONT * 1.15 + FONT * 0.35} fontSize={FONT}>
            {line}
          </text>
        ))}
        {series.slice(0, bars).map(([name, value], at) => (
          <g key={name}>
            <rect className={styles.rail} x={labelWidth} y={top + at * (BAR + GAP)} width={room} height={BAR} />
            {value !== null && value !== undefined && (
              <rect
                className={styles[name]}
                x={labelWidth}
                y={top + at * (BAR + GAP)}
                width={lengthOf(value)}
                height={BAR}
              />
            )}
            <text x={width} y={top + at * (BAR + GAP) + BAR - 1.5} fontSize={FONT} textAnchor="end">
              {row.figures[at]}
            </text>
          </g>
        ))}
        {row.earlier !== null && row.earlier !== undefined && (
          <line
            className={styles.earlier}
            x1={labelWidth + lengthOf(row.earlier)}
            x2={labelWidth + lengthOf(row.earlier)}
            y1={top - 3}
            y2={top + bars * (BAR + GAP) - GAP + 3}
          />
        )}
      </>
    );
  };
  return (
    <div ref={box} className={styles.drawing} style={{ minBlockSize: height * rows.length }}>
      {width > 0 && (
        <svg width={width} height={height * rows.length} viewBox={`0 0 ${width} ${height * rows.length}`}>
          {rows.map((row, at) => (
            <g key={row.key} transform={`translate(0 ${at * height})`}>
              {row.href === undefined ? draw(row) : <Link href={row.href}>{draw(row)}</Link>}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
