import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { nextCell, type Position } from './cell-keys';
import type { Heatmap } from './heatmap';
import dataTableStyles from '../../ui/data-table.module.css';
import gapStyles from '../gap/gap.module.css';
import styles from './heatmap.module.css';

/** Sizes in pixels; heatmap.css draws the same. */
const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 132;
const CELL_WIDTH = 40;
const FIGURE_WIDTH = 78;
const NAME_WIDTH = 250;
const OVERSCAN = 2;
/** Columns before those of the people: the requirement and its figures. */
const FIRST_COLUMNS = 4;
const FIRST_WIDTH = NAME_WIDTH + (FIRST_COLUMNS - 1) * FIGURE_WIDTH;

/** Requirements by people. Only the cells in sight exist, whatever the size of the organization. */
export function HeatmapTable({ heatmap: { rows, subjects, cycle } }: { heatmap: Heatmap }): ReactNode {
  const t = useTranslations('heatmap');
  const box = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: subjects.length,
    getScrollElement: () => box.current,
    estimateSize: () => CELL_WIDTH,
    overscan: OVERSCAN,
    scrollMargin: FIRST_WIDTH,
    scrollPaddingStart: NAME_WIDTH,
  });
  const [focused, setFocused] = useState<Position>({ row: 0, column: 0 });
  const takesFocus = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${focused.row} ${focused.column}"]`);
    if (!cell) return;
    takesFocus.current = false;
    cell.focus({ preventScroll: true });
  });

  const move = (event: KeyboardEvent): void => {
    const next = nextCell(event.key, focused, rows, lines.getVirtualItems().length - 2 * OVERSCAN);
    if (!next) return;
    event.preventDefault();
    takesFocus.current = true;
    setFocused(next);
    lines.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };

  const shownRows = lines.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  const spaceBefore = (shownColumns[0]?.start ?? FIRST_WIDTH) - FIRST_WIDTH;
  const spaceAfter = columns.getTotalSize() - ((shownColumns.at(-1)?.end ?? FIRST_WIDTH) - FIRST_WIDTH);
  const tabStop = tabStopOf(focused, rows, shownRows, shownColumns);
  return (
    <div
      ref={box}
      className={clsx(dataTableStyles.tableBox, styles.heatmapBox)}
      role="region"
      aria-label={t('table', { cycle: cycle ?? '' })}
      tabIndex={0}
    >
      <table
        className={styles.heatmapTable}
        aria-label={t('table', { cycle: cycle ?? '' })}
        aria-rowcount={rows.length + 1}
        aria-colcount={subjects.length + FIRST_COLUMNS}
        style={{ width: FIRST_WIDTH + columns.getTotalSize() }}
        onKeyDown={move}
      >
        <colgroup>
          <col style={{ width: NAME_WIDTH }} />
          <col style={{ width: FIGURE_WIDTH }} />
          <col style={{ width: FIGURE_WIDTH }} />
          <col style={{ width: FIGURE_WIDTH }} />
          <col style={{ width: spaceBefore }} />
          {shownColumns.map(({ key }) => (
            <col key={key} style={{ width: CELL_WIDTH }} />
          ))}
          <col style={{ width: spaceAfter }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('requirement')}</th>
            <th scope="col" className={styles.figure}>
              {t('averageGap')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('affected')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('percent')}
            </th>
            <td aria-hidden="true" />
            {shownColumns.map(({ key, index }) => (
              <th key={key} scope="col" aria-colindex={index + FIRST_COLUMNS + 1} className={styles.person}>
                <span title={subjects[index]?.name}>{subjects[index]?.name}</span>
              </th>
            ))}
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          <Space height={(shownRows[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT} />
          {shownRows.map(({ key, index }) => (
            <Line
              key={key}
              index={index}
              heatmapRow={rows[index]}
              subjects={subjects}
              columns={shownColumns.map((column) => column.index)}
              tabStop={tabStop?.row === index ? tabStop.column : null}
              onFocus={(column) => setFocused({ row: index, column })}
            />
          ))}
          <Space height={lines.getTotalSize() - ((shownRows.at(-1)?.end ?? HEAD_HEIGHT) - HEAD_HEIGHT)} />
        </tbody>
      </table>
    </div>
  );
}

/** The one cell that Tab reaches: the focused one, or the first in sight with a figure. */
function tabStopOf(
  focused: Position,
  rows: Heatmap['rows'],
  shownRows: readonly { index: number }[],
  shownColumns: readonly { index: number }[],
): Position | null {
  const isShown = (shown: readonly { index: number }[], at: number): boolean => shown.some(({ index }) => index === at);
  const hasFigure = ({ row, column }: Position): boolean => typeof rows[row]?.cells[column] === 'number';
  if (isShown(shownRows, focused.row) && isShown(shownColumns, focused.column) && hasFigure(focused)) return focused;
  const cells = shownRows.flatMap(({ index: row }) => shownColumns.map(({ index: column }) => ({ row, column })));
  return cells.find(hasFigure) ?? null;
}

function Space({ height }: { height: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td />
    </tr>
  );
}

interface LineProps {
  index: number;
  heatmapRow: Heatmap['rows'][number] | undefined;
  subjects: Heatmap['subjects'];
  columns: readonly number[];
  /** The column that Tab reaches; null: none of this row. */
  tabStop: number | null;
  onFocus: (column: number) => void;
}

function Line({ index, heatmapRow, subjects, columns, tabStop, onFocus }: LineProps): ReactNode {
  const t = useTranslations('heatmap');
  const format = useFormatter();
  const address = useAddress();
  if (!heatmapRow) return null;
  const { requirement, requirementId, isCritical, averageGap, affected, percent, cells } = heatmapRow;
  const open = (subjectId: string): void => address.change({ person: subjectId, requirement: requirementId });
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" title={requirement}>
        <span className={styles.requirementName}>{requirement}</span>
        {isCritical && <span className={gapStyles.critical}>{t('critical')}</span>}
      </th>
      <td className={styles.figure}>
        {averageGap === null ? '–' : format.number(averageGap, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
      </td>
      <td className={styles.figure}>{format.number(affected)}</td>
      <td className={styles.figure}>
        {percent === null ? '–' : format.number(percent / 100, { style: 'percent', maximumFractionDigits: 0 })}
      </td>
      <td aria-hidden="true" />
      {columns.map((column) => {
        const level = cells[column] ?? null;
        const subject = subjects[column];
        return (
          <td key={column} aria-colindex={column + FIRST_COLUMNS + 1}>
            {level === null || !subject ? null : (
              <button
                type="button"
                className={clsx(gapStyles.gapCell, gapStyles[`level${Math.min(level, 3)}`])}
                data-cell={`${index} ${column}`}
                tabIndex={tabStop === column ? 0 : -1}
                aria-label={t('cell', { level, name: subject.name, requirement })}
                onFocus={() => onFocus(column)}
                onClick={() => open(subject.id)}
              >
                {level}
              </button>
            )}
          </td>
        );
      })}
      <td aria-hidden="true" />
    </tr>
  );
}
