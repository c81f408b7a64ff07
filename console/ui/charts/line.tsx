import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelLines } from '../../../shared/kernel/label-lines.rules';
import { useWidth } from './use-width';
import styles from './charts.module.css';

/** A point of a line, from the left to the right. */
export interface LinePoint {
  key: string;
  label: string;
  /** The text for screen readers and tooltips: name and figure. */
  description: string;
  /** Null interrupts the line. */
  value: number | null;
  /** The people behind it. */
  href?: string;
}

interface LineProps {
  points: readonly LinePoint[];
  range: { from: number; to: number };
  /** The values of the lines behind it. */
  grid: readonly number[];
  say: (value: number) => string;
}

const HEIGHT = 190;
const LEFT = 48;
const RIGHT = 24;
const TOP = 16;
const BOTTOM = 40;
const FONT = 12;
const MIN_LABEL_WIDTH = 70;

/** How a figure went from one time to the next. */
export function Line({ points, range: { from, to }, grid, say }: LineProps): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const step = (width - LEFT - RIGHT) / points.length;
  const x = (at: number): number => LEFT + step * (at + 0.5);
  const y = (value: number): number => TOP + ((HEIGHT - TOP - BOTTOM) * (to - value)) / (to - from);
  const every = Math.max(1, Math.ceil(MIN_LABEL_WIDTH / step));
  return (
    <div ref={box} className={styles.drawing} style={{ minBlockSize: HEIGHT }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
          {grid.map((value) => (
            <g key={value} aria-hidden="true">
              <line className={styles.grid} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {say(value)}
              </text>
            </g>
          ))}
          {points.map(({ key, value }, at) => {
            const before = points[at - 1]?.value ?? null;
            if (value === null || before === null) return null;
            return <line key={key} className={styles.line} x1={x(at - 1)} y1={y(before)} x2={x(at)} y2={y(value)} />;
          })}
          {points.map(({ key, label, description, value, href }, at) => {
            const mark = value !== null && (
              <>
                <title>{description}</title>
                <circle className={styles.hit} cx={x(at)} cy={y(value)} r={13} />
                <circle className={styles.dot} cx={x(at)} cy={y(value)} r={4.5} />
                <text className={styles.figure} x={x(at)} y={y(value) - 9} textAnchor="middle" fontSize={FONT}>
                  {say(value)}
                </text>
              </>
            );
            return (
              <g key={key}>
                {href !== undefined && value !== null ? (
                  <Link href={href} aria-label={description}>
                    {mark}
                  </Link>
                ) : (
                  mark
                )}
                {at % every === 0 &&
                  labelLines(label, (step * every * 0.95) / FONT, 2).map((text, line) => (
                    <text
                      key={text}
                      x={x(at)}
                      y={HEIGHT - BOTTOM + 16 + line * FONT * 1.2}
                      textAnchor="middle"
                      fontSize={FONT}
                      aria-hidden="true"
                    >
                      {text}
                    </text>
                  ))}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
