import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '../app/page-title';
import { Pagination } from './data-table';
import { Loaded } from './loaded';

/** A page of a list, as the API answers it. */
interface ListAnswer<T> {
  items: readonly T[];
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

interface ListPageProps<T> {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  filters?: ReactNode;
  read: UseQueryResult<ListAnswer<T>>;
  /** The table of the shown rows. */
  table: (rows: readonly T[]) => ReactNode;
  /** Dialogs that the address opens. */
  children?: ReactNode;
}

/** The frame of a page that lists something: title and buttons, filters, table, the way to the other pages of the list. */
export function ListPage<T>({ title, actions, filters, read, table, children }: ListPageProps<T>): ReactNode {
  return (
    <>
      <div className="page-head">
        <PageTitle>{title}</PageTitle>
        {actions}
      </div>
      {filters && <div className="filters">{filters}</div>}
      <Loaded read={read}>
        {(shown) => (
          <>
            {table(shown.items)}
            {shown.totalCount > 0 && <Pagination {...shown} />}
          </>
        )}
      </Loaded>
      {children}
    </>
  );
}
