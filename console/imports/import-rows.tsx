import { type VirtualItem, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../app/use-address';
import { choicesOf } from '../form/choices';
import { type ReadResult, useRead } from '../http/use-read';
import { useRefusals } from '../texts/refusals/refusals';
import { sayRow } from '../texts/refusals/say-row';
import { ChoiceFilter } from '../ui/filters';
import { Loaded } from '../ui/loaded';
import { useImportKind, useImportWords } from './import-kind';
import type { ImportSummary } from './import-summary';
import { CorrectButton, CorrectionFields, CorrectionMenu, useRowCorrection } from './row-correction';
import dataTableStyles from '../ui/data-table.module.css';
import styles from './imports.module.css';

type ImportRow = ReadResult<'/api/jobs/{id}/rows'>['items'][number];
const FILTERS = ['error', 'problem'] as const;
type Outcome = (typeof FILTERS)[number] | undefined;

/** Height of a row in pixels when each of its texts fits on one line, as most do. */
const ROW_HEIGHT = 35;
const COLUMNS = 5;
/** Rows that are read at once. */
const PAGE_SIZE = 200;

const pageRequest = (id: string, outcome: Outcome, page: number) => ({
  path: { id },
  query: { outcome, page, pageSize: PAGE_SIZE, errorsFirst: outcome === undefined },
});

interface ImportRowsProps {
  jobId: string;
  summary: ImportSummary;
}

/** The rows of the file with the outcome of each; only those that are in sight are read and are in the page. */
export function ImportRows({ jobId, summary: { total, dryRun, headings = [] } }: ImportRowsProps): ReactNode {
  const t = useTranslations('imports');
  const address = useAddress();
  const outcome = FILTERS.find((filter) => filter === address.get('show'));
  const first = useRead('/api/jobs/{id}/rows', pageRequest(jobId, outcome, 1));
  return (
    <section className={clsx('stack', styles.importReport)} aria-label={t('rows')}>
      <div className={styles.importFilter}>
        <ChoiceFilter name="show" label={t('show')} choices={choicesOf(FILTERS, (filter) => t(`only.${filter}`))} />
        {first.data && (
          <p className="muted" role="status">
            {t('shown', { shown: first.data.totalCount, total })}
          </p>
        )}
      </div>
      <Loaded read={first}>
        {({ totalCount }) =>
          totalCount === 0 ? (
            <div className={dataTableStyles.tableEmpty}>{total === 0 ? t('noRows') : t('noProblems')}</div>
          ) : (
            <RowTable
              key={outcome}
              jobId={jobId}
              outcome={outcome}
              count={totalCount}
              isCheck={dryRun}
              headings={headings}
            />
          )
        }
      </Loaded>
    </section>
  );
}

interface RowTableProps {
  jobId: string;
  outcome: Outcome;
  count: number;
  isCheck: boolean;
  headings: NonNullable<ImportSummary['headings']>;
}

function RowTable({ jobId, outcome, count, isCheck, headings }: RowTableProps): ReactNode {
  const t = useTranslations('imports');
  const table = useTranslations('table');
  const words = useImportWords();
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  // Moving the box while the browser scrolls it would end its smooth scrolling where it has come to.
  list.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _delta, { isScrolling, scrollOffset }) =>
    !isScrolling && start < (scrollOffset ?? 0);
  const goToEnd = (event: KeyboardEvent): void => {
    if (event.key !== 'End' || event.target !== event.currentTarget) return;
    // The browser goes where the end is now, and rows that become higher on the way move it.
    event.preventDefault();
    list.scrollToIndex(count - 1);
  };
  const inSight = list.getVirtualItems();
  const above = inSight[0]?.start ?? 0;
  const below = list.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const pages = [...new Set(inSight.map(({ index }) => pageOf(index)))];
  return (
    <div
      ref={box}
      className={clsx(dataTableStyles.tableBox, styles.importRows)}
      role="region"
      aria-label={t('rows')}
      tabIndex={0}
      onKeyDown={goToEnd}
    >
      <table className={dataTableStyles.table} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={dataTableStyles.number}>
              {t('row')}
            </th>
            <th scope="col">{words('rowName')}</th>
            <th scope="col">{t('result')}</th>
            <th scope="col">{t('message')}</th>
            <th scope="col">
              <span className="visually-hidden">{table('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {pages.map((page) => (
            <PageRows
              key={page}
              jobId={jobId}
              outcome={outcome}
              page={page}
              inSight={inSight.filter(({ index }) => pageOf(index) === page)}
              isPassing={list.isScrolling}
              isCheck={isCheck}
              headings={headings}
              measure={list.measureElement}
            />
          ))}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  );
}

const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1;

interface PageRowsProps extends Omit<RowTableProps, 'count'> {
  page: number;
  inSight: readonly VirtualItem[];
  /** The user scrolls: what passes by is not read. */
  isPassing: boolean;
  measure: (row: HTMLTableRowElement | null) => void;
}

/** The rows of one page that are in sight. */
function PageRows({ jobId, outcome, page, inSight, isPassing, isCheck, headings, measure }: PageRowsProps): ReactNode {
  const t = useTranslations('app');
  const { data } = useRead('/api/jobs/{id}/rows', pageRequest(jobId, outcome, page), { enabled: !isPassing });
  return inSight.map(({ index, size }) => {
    const row = data?.items[index % PAGE_SIZE];
    return row ? (
      <tr key={index} ref={measure} data-index={index} aria-rowindex={index + 2}>
        <Cells jobId={jobId} row={row} isCheck={isCheck} headings={headings} />
      </tr>
    ) : (
      <tr key={index} aria-rowindex={index + 2} style={{ height: size }}>
        <td colSpan={COLUMNS} className="muted">
          {t('loading')}
        </td>
      </tr>
    );
  });
}

interface CellsProps extends Pick<RowTableProps, 'jobId' | 'isCheck' | 'headings'> {
  row: ImportRow;
}

function Cells({ jobId, row, isCheck, headings }: CellsProps): ReactNode {
  const t = useTranslations('imports');
  const format = useFormatter();
  const say = useRefusals();
  const { outcome, warnings } = row;
  const id = useId();
  const problems = say ? sayRow(row, say).map((problem, at) => ({ ...problem, id: `${id}-${at}` })) : [];
  const name = useImportKind().nameOf(row);
  const isChanged = outcome === 'created' || outcome === 'updated';
  const isProblem = outcome === 'error' || outcome === 'skipped' || warnings.length > 0;
  const ofFile = useRowCorrection(jobId, row.row, headings.length);
  const correction = isCheck ? ofFile : null;
  const isCorrected = correction?.isCorrected ?? false;
  const kind = isCorrected
    ? 'corrected'
    : outcome !== 'error' && outcome !== 'skipped' && isProblem
      ? 'warning'
      : outcome;
  return (
    <>
      <td className={dataTableStyles.number}>{format.number(row.row)}</td>
      {name ? <th scope="row">{name}</th> : <td />}
      <td>
        <span className={clsx(styles.importBadge, styles[kind])}>
          {isCorrected
            ? t(correction?.cells ? 'corrected' : 'leftOut')
            : isCheck && isChanged
              ? t(`planned.${outcome}`)
              : t(`outcome.${outcome}`)}
        </span>
      </td>
      <td className={styles.messages}>
        {problems.map(({ id, text }) => (
          <p key={id} id={id}>
            {text}
          </p>
        ))}
        {correction && correction.cells !== undefined ? (
          <CorrectionFields correction={correction} headings={headings} problems={problems} />
        ) : (
          correction && isProblem && <CorrectButton correction={correction} />
        )}
      </td>
      <td className={dataTableStyles.rowActions}>{correction && <CorrectionMenu correction={correction} />}</td>
    </>
  );
}

/** Takes the place of the rows that are out of sight. */
function Spacer({ height }: { height: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr className={styles.spacer} aria-hidden="true">
      <td colSpan={COLUMNS} style={{ height }} />
    </tr>
  );
}
