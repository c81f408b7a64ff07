import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button';
import dataTableStyles from '../data-table.module.css';
import styles from './charts.module.css';

interface ChartProps {
  title: ReactNode;
  /** The headings of the same figures as a table; the first is that of the names. */
  headings: readonly string[];
  rows: readonly { key: string; name: ReactNode; figures: readonly ReactNode[] }[];
  /** What the drawing's colors mean, where there are several. */
  legend?: readonly { name: string; series: SeriesName }[];
  /** The drawing. */
  children: ReactNode;
}

/** The parts of a drawing that are told apart by color and shape. */
export type SeriesName = 'first' | 'second' | 'earlier';

/** A figure with its title: a drawing, or on request the same figures as a table. */
export function Chart({ title, headings, rows, legend = [], children }: ChartProps): ReactNode {
  const t = useTranslations('chart');
  const id = useId();
  const [isTable, setTable] = useState(false);
  const [first, ...others] = headings;
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('table')}
        </Button>
      </figcaption>
      {isTable ? (
        <div className={dataTableStyles.tableBox} role="region" aria-labelledby={id} tabIndex={0}>
          <table className={dataTableStyles.table}>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {others.map((name) => (
                  <th key={name} scope="col" className={dataTableStyles.number}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, figures }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {figures.map((figure, at) => (
                    <td key={others[at]} className={dataTableStyles.number}>
                      {figure}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
