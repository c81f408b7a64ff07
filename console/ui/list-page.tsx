import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '../app/page-title';
import { Filters } from './filters';
import { Loaded } from './loaded';
import { type ListAnswer, Paged } from './paged';

interface ListPageProps<T> {
  title: string;
  /** Buttons next to the title. */
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
      {filters && <Filters>{filters}</Filters>}
      <Loaded read={read}>
        {(shown) => (
          <Paged shown={shown} hasRowsChoice>
            {table(shown.items)}
          </Paged>
        )}
      </Loaded>
      {children}
    </>
  );
}
