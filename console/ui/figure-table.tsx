import type { ReactNode } from 'react';
import dataTableStyles from './data-table.module.css';

/** Named figures in columns. */
export interface Figures {
  /** The first one is that of the names. */
  headings: readonly string[];
  rows: readonly { key: string; name: ReactNode; figures: readonly ReactNode[] }[];
}

interface FigureTableProps extends Figures {
  /** The id of its heading. */
  labelledBy: string;
  /** Further rows. */
  children?: ReactNode;
}

/** A small table of figures, which scrolls in its own box where it is too wide. */
export function FigureTable({ headings, rows, labelledBy, children }: FigureTableProps): ReactNode {
  const [first, ...others] = headings;
  return (
    <div className={dataTableStyles.tableBox} role="region" aria-labelledby={labelledBy} tabIndex={0}>
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
          {children}
        </tbody>
      </table>
    </div>
  );
}
