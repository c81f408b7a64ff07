import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import { useRead } from '../http/use-read';
import { Button } from '../ui/button';
import { Loaded } from '../ui/loaded';
import formStyles from '../form/form.module.css';

export type ImportRow = components['schemas']['ImportRow'];

/** Lines that are shown at once. */
const PAGE_SIZE = 50;

interface ReportPagesProps {
  jobId: string;
  outcome: 'updated' | 'missing';
  /** What the pages list, for screen readers. */
  label: string;
  children: (lines: readonly ImportRow[]) => ReactNode;
}

/** Lines of an import's report in addition to its rows, page by page. */
export function ReportPages({ jobId, outcome, label, children }: ReportPagesProps): ReactNode {
  const t = useTranslations('table');
  const format = useFormatter();
  const [page, setPage] = useState(1);
  const read = useRead('/api/jobs/{id}/rows', { path: { id: jobId }, query: { outcome, page, pageSize: PAGE_SIZE } });
  return (
    <Loaded read={read}>
      {({ items, totalCount, totalPages }) => (
        <>
          {children(items)}
          {totalPages > 1 && (
            <nav className={formStyles.formActions} aria-label={label}>
              <p role="status">
                {t('shown', {
                  first: format.number((page - 1) * PAGE_SIZE + 1),
                  last: format.number((page - 1) * PAGE_SIZE + items.length),
                  total: format.number(totalCount),
                })}
              </p>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('previous')}
              </Button>
              <Button disabled={page === totalPages} onClick={() => setPage(page + 1)}>
                {t('next')}
              </Button>
            </nav>
          )}
        </>
      )}
    </Loaded>
  );
}
