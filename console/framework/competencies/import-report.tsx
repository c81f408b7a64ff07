import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { useRefusals } from '../../texts/refusals/refusals';
import { sayRow } from '../../texts/refusals/say-row';
import { Badge } from '../../ui/badge';
import { Loaded } from '../../ui/loaded';
import { Check } from '../check/check';
import type { ImportSummary } from './import-dialog';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './competencies.module.css';

/** Rows that are shown at once: those that follow have the same kinds of problems. */
const MAX_ROWS = 200;
const TONES = { created: 'good', skipped: 'plain', error: 'bad' } as const;

/** What an import did or would do, in numbers and row by row. */
export function ImportReport({ jobId, summary }: { jobId: string; summary: ImportSummary }): ReactNode {
  const t = useTranslations('competencyImport');
  const [onlyProblems, setOnlyProblems] = useState(false);
  return (
    <>
      <p role="status">{summary.dryRun ? t('checked') : t('imported')}</p>
      <ul className={styles.importCounts}>
        <li>{t('created', { count: summary.created, dryRun: String(summary.dryRun) })}</li>
        <li>{t('skipped', { count: summary.skipped })}</li>
        <li>{t('errors', { count: summary.errors })}</li>
      </ul>
      <Check label={t('onlyProblems')} isOn={onlyProblems} onChange={setOnlyProblems} />
      <Rows jobId={jobId} outcome={onlyProblems ? 'problem' : undefined} />
    </>
  );
}

function Rows({ jobId, outcome }: { jobId: string; outcome: 'problem' | undefined }): ReactNode {
  const t = useTranslations('competencyImport');
  const format = useFormatter();
  const say = useRefusals();
  const query = { pageSize: MAX_ROWS, outcome };
  const read = useRead('/api/jobs/{id}/rows', { path: { id: jobId }, query }, { keep: true });
  const columns = { row: t('row'), code: t('code'), outcome: t('outcome'), message: t('message') };
  return (
    <Loaded read={read}>
      {({ items: rows, totalCount }) => (
        <>
          {rows.length > 0 && (
            <div
              className={clsx(dataTableStyles.tableBox, styles.importReport)}
              role="region"
              aria-label={t('rows')}
              tabIndex={0}
            >
              <table className={dataTableStyles.table}>
                <thead>
                  <tr>
                    {Object.entries(columns).map(([name, heading]) => (
                      <th key={name} scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.row}>
                      <td>{format.number(row.row)}</td>
                      <td>{row.code}</td>
                      <td>
                        <Badge tone={TONES[row.outcome]}>{t(`outcomes.${row.outcome}`)}</Badge>
                      </td>
                      <td>{sayRow(row, say).join(' ')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {totalCount > MAX_ROWS && <p className="muted">{t('more', { shown: MAX_ROWS, count: totalCount })}</p>}
        </>
      )}
    </Loaded>
  );
}
