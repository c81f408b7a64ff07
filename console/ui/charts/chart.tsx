import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button';
import { type Figures, FigureTable } from '../figure-table';
import styles from './charts.module.css';

/** The same figures are its table. */
interface ChartProps extends Figures {
  title: ReactNode;
  /** What the drawing's colors mean, where there are several. */
  legend?: readonly { name: string; series: SeriesName }[];
  /** The drawing. */
  children: ReactNode;
}

/** The parts of a drawing that color and shape distinguish. */
export type SeriesName = 'first' | 'second' | 'earlier';

/** A figure with its title: a drawing, or on request the same figures as a table. */
export function Chart({ title, headings, rows, legend = [], children }: ChartProps): ReactNode {
  const t = useTranslations('chart');
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('table')}
        </Button>
      </figcaption>
      {isTable ? (
        <FigureTable headings={headings} rows={rows} labelledBy={id} />
      ) : (
        <>
          {children}
          {legend.length > 0 && (
            <ul className={styles.legend} aria-hidden="true">
              {legend.map(({ name, series }) => (
                <li key={series}>
                  <svg width={14} height={14}>
                    <Mark series={series} />
                  </svg>
                  {name}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </figure>
  );
}

function Mark({ series }: { series: SeriesName }): ReactNode {
  if (series === 'earlier') return <line className={styles.earlier} x1={7} x2={7} y1={1} y2={13} />;
  return <rect className={styles[series]} x={1} y={3} width={12} height={8} />;
}
