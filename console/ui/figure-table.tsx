import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import dataTableStyles from './data-table.module.css';
import styles from './figure-table.module.css';

/** Named figures in columns. */
export interface Figures {
  /** The first one is that of the names. */
  headings: readonly string[];
  rows: readonly { key: string; group?: string; name: ReactNode; figures: readonly ReactNode[] }[];
}

interface FigureTableProps extends Figures {
  /** The id of its heading. */
  labelledBy: string;
  /** Further rows. */
  children?: ReactNode;
}

/**
 * A small table of figures. On a phone each row is a name with its figures below it, so that every number is whole; rows of a group are under its
 * name.
 */
export function FigureTable({ headings, rows, labelledBy, children }: FigureTableProps): ReactNode {
  const [first, ...others] = headings;
  return (
    <div className={dataTableStyles.tableBox} role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table className={clsx(dataTableStyles.table, styles.figures)} role="table">
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
          {rows.map(({ key, group, name, figures }, row) => (
            <Fragment key={key}>
              {group !== undefined && group !== rows[row - 1]?.group && (
                <tr className={styles.group}>
                  <th scope="rowgroup" colSpan={headings.length}>
                    {group}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">{name}</th>
                {figures.map((figure, at) => (
                  <td key={others[at]} className={dataTableStyles.number} data-heading={others[at]}>
                    {figure}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
          {children}
        </tbody>
      </table>
    </div>
  );
}
