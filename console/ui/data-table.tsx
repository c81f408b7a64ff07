import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../app/use-address';
import { RowMenu, type RowMenuProps } from '../list/row-menu';
import styles from './data-table.module.css';

export interface Column<T> {
  /** Unique in the table. */
  name: string;
  heading: string;
  cell: (row: T) => ReactNode;
  /** What the API sorts by; absent: the column does not sort. */
  sort?: string;
  /** Numbers are aligned to the end of their cell. */
  isNumber?: boolean;
}

/** The leading cell of each row, such as the checkbox that selects it. */
export interface RowMarks<T> {
  /** Of all rows. */
  heading: ReactNode;
  mark: (row: T) => ReactNode;
}

export interface DataTableProps<T> {
  /** What the table lists. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** What can be done with a row: always one menu, however few actions it has, so that no row has a button of its own. */
  menu?: (row: T) => RowMenuProps;
  marks?: RowMarks<T>;
  /** How it is sorted while the address names no order, such as `name`. */
  defaultSort?: string;
  /** Instead of the table while there are no rows. */
  empty: ReactNode;
}

/**
 * Rows as a table in a box of its own; on a phone each row is a card, with the headings next to its cells. The first cell names its
 * row. The order is in the address as `sort`, such as `-name`. The roles are stated, because cards are no table by their looks, which
 * some browsers take for its meaning. Lists of pages are a `ListTable`.
 */
export function DataTable<T>(props: DataTableProps<T>): ReactNode {
  const { label, columns, rows, rowKey, menu, marks, defaultSort = '', empty } = props;
  const t = useTranslations('table');
  const address = useAddress();
  const sort = address.get('sort') || defaultSort;
  if (rows.length === 0) return <div className={styles.tableEmpty}>{empty}</div>;
  return (
    <div className={styles.tableBox} role="region" aria-label={label} tabIndex={0}>
      <table className={clsx(styles.table, styles.stacked)} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {marks && (
              <th scope="col" role="columnheader" className={styles.selecting}>
                {marks.heading}
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} />
            ))}
            {menu && (
              <th scope="col" role="columnheader" className={styles.actionsHeading}>
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {marks && (
                <td role="cell" className={styles.selecting}>
                  {marks.mark(row)}
                </td>
              )}
              {columns.map(({ name, heading, cell, isNumber }, at) => {
                const className = isNumber ? styles.number : undefined;
                if (at === 0)
                  return (
                    <th key={name} scope="row" role="rowheader" className={className}>
                      {cell(row)}
                    </th>
                  );
                return (
                  <td key={name} role="cell" className={className} data-heading={heading}>
                    {cell(row)}
                  </td>
                );
              })}
              {menu && (
                <td role="cell" className={styles.rowActions}>
                  <RowMenu {...menu(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ARIA_SORT = { up: 'ascending', down: 'descending', none: undefined } as const;

function Heading<T>({ column: { heading, sort: by, isNumber }, sort }: { column: Column<T>; sort: string }): ReactNode {
  const address = useAddress();
  const className = isNumber ? styles.number : undefined;
  if (by === undefined)
    return (
      <th scope="col" role="columnheader" className={className}>
        {heading}
      </th>
    );
  const state = sort === by ? 'up' : sort === `-${by}` ? 'down' : 'none';
  return (
    <th scope="col" role="columnheader" className={className} aria-sort={ARIA_SORT[state]}>
      <Link
        href={address.with({ sort: state === 'up' ? `-${by}` : by, page: '' })}
        className={clsx(styles.sort, styles[state])}
      >
        {heading}
      </Link>
    </th>
  );
}
