import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, Redirect } from 'wouter';
import { useAddress } from '../app/use-address';
import { Options } from '../form/options';
import { PAGE_SIZES, useRowsPerPage } from '../list/rows-per-page';
import formStyles from '../form/form.module.css';
import buttonStyles from './button.module.css';
import pagedStyles from './paged.module.css';

/** What a list of the API returns besides its items. */
interface PageFacts {
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

export interface ListAnswer<T> extends PageFacts {
  items: readonly T[];
}

interface PagedProps {
  shown: PageFacts;
  /** Says nothing of pages while there is only one: for short lists next to other content. */
  isQuiet?: boolean;
  /** Offers "Rows per page", for lists that ask for as many as `useListQuery` says. */
  hasRowsChoice?: boolean;
  /** The rows. */
  children: ReactNode;
}

interface PagesProps {
  shown: PageFacts;
  hasRowsChoice: boolean;
}

/**
 * A page of a list and the way to the others; the page is in the address as `page`. An address past the last page, such as one that
 * was kept while rows were deleted, leads to the last page.
 */
export function Paged({ shown, isQuiet = false, hasRowsChoice = false, children }: PagedProps): ReactNode {
  const { page, totalCount, totalPages } = shown;
  const address = useAddress();
  if (totalCount > 0 && page > totalPages) return <Redirect to={address.with({ page: asQuery(totalPages) })} replace />;
  const hasPages = isQuiet ? totalPages > 1 : totalCount > 0;
  return (
    <>
      {children}
      {hasPages && <Pages shown={shown} hasRowsChoice={hasRowsChoice} />}
    </>
  );
}

/** The first page needs no word in the address. */
const asQuery = (page: number): string => (page === 1 ? '' : String(page));

function RowsPerPage(): ReactNode {
  const t = useTranslations('list');
  const format = useFormatter();
  const id = useId();
  const [rows, choose] = useRowsPerPage();
  return (
    <p className={pagedStyles.rows}>
      <label htmlFor={id}>{t('rowsPerPage')}</label>
      <select id={id} className={formStyles.input} value={rows} onChange={({ target }) => choose(Number(target.value))}>
        <Options choices={PAGE_SIZES.map((size) => ({ value: String(size), text: format.number(size) }))} />
      </select>
    </p>
  );
}

function Pages({ shown: { page, pageSize, totalCount, totalPages }, hasRowsChoice }: PagesProps): ReactNode {
  const t = useTranslations('table');
  const format = useFormatter();
  const address = useAddress();
  const place = {
    first: format.number((page - 1) * pageSize + 1),
    last: format.number(Math.min(page * pageSize, totalCount)),
    total: format.number(totalCount),
  };
  const to = (target: number, text: string): ReactNode =>
    target < 1 || target > totalPages ? (
      <span className={buttonStyles.button} aria-disabled="true">
        {text}
      </span>
    ) : (
      <Link className={buttonStyles.button} href={address.with({ page: asQuery(target) })}>
        {text}
      </Link>
    );
  return (
    <nav className={pagedStyles.pagination} aria-label={t('pages')}>
      <p role="status">{t('shown', place)}</p>
      {hasRowsChoice && totalCount > PAGE_SIZES[0] && <RowsPerPage />}
      {totalPages > 1 && (
        <p>
          {to(page - 1, t('previous'))} {to(page + 1, t('next'))}
        </p>
      )}
    </nav>
  );
}
