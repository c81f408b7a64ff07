import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './figure-table.module.css';

interface FigureTableProps {
  title: string;
  hint?: string;
  /** The first one is that of the names. */
  headings: readonly string[];
  rows: readonly { key: string; name: ReactNode; figures: readonly ReactNode[] }[];
  /** The last row: what the last column adds up to. */
  sum?: { name: string; figure: ReactNode } | undefined;
}

/** A small table of figures with its heading. */
export function FigureTable({ title, hint, headings, rows, sum }: FigureTableProps): ReactNode {
  const heading = useId();
  const [first, ...others] = headings;
  return (
    <section className={styles.resultTable} aria-labelledby={heading}>
      <h2 id={heading} className={styles.resultHeading}>
        {title}
      </h2>
      {hint !== undefined && <p className={clsx('muted', styles.resultHint)}>{hint}</p>}
      <div className={dataTableStyles.tableBox} role="region" aria-labelledby={heading} tabIndex={0}>
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
            {sum && (
              <tr className={styles.resultSum}>
                <th scope="row" colSpan={others.length}>
                  {sum.name}
                </th>
                <td className={dataTableStyles.number}>{sum.figure}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}
