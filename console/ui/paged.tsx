import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, Redirect } from 'wouter';
import { useAddress } from '../app/use-address';
import buttonStyles from './button.module.css';
import pagedStyles from './paged.module.css';

/** What a list of the API answers beside its items. */
interface PageFacts {
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
}

/** A page of a list, as the API answers it. */
export interface ListAnswer<T> extends PageFacts {
  items: readonly T[];
}

interface PagedProps {
  shown: PageFacts;
  /** Says nothing of pages while there is only one: for short lists beside other things. */
  isQuiet?: boolean;
  /** The rows. */
  children: ReactNode;
}

/**
 * A page of a list and the way to the others; the page is in the address as `page`. An address past the last page, such as one that
 * was kept while rows were deleted, leads to the last page.
 */
export function Paged({ shown, isQuiet = false, children }: PagedProps): ReactNode {
  const { page, totalCount, totalPages } = shown;
  const address = useAddress();
  if (totalCount > 0 && page > totalPages) return <Redirect to={address.with({ page: asQuery(totalPages) })} replace />;
  const hasPages = isQuiet ? totalPages > 1 : totalCount > 0;
  return (
    <>
      {children}
      {hasPages && <Pages {...shown} />}
    </>
  );
}

/** The first page needs no word in the address. */
const asQuery = (page: number): string => (page === 1 ? '' : String(page));

function Pages({ page, pageSize, totalCount, totalPages }: PageFacts): ReactNode {
  const t = useTranslations('table');
  const format = useFormatter();
  const address = useAddress();
  const shown = {
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
      <p role="status">{t('shown', shown)}</p>
      {totalPages > 1 && (
        <p>
          {to(page - 1, t('previous'))} {to(page + 1, t('next'))}
        </p>
      )}
    </nav>
  );
}
