import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  type RowData,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DataTable, type DataTableProps, type RowMarks } from '../ui/data-table';
import type { Bulk } from './bulk';
import { useListSettings } from './list-settings';
import { ListTools } from './list-tools';
import { SelectionTools } from './selection-tools';
import { shownColumns } from './shown-columns';
import styles from './list.module.css';

interface ListTableProps<T extends RowData> extends Omit<DataTableProps<T>, 'marks'> {
  /** The key of the stored columns and views. */
  list: string;
  /** How rows are selected and changed together. */
  bulk?: Bulk<T>;
}

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature });

/** The list of a page: the user chooses its columns and views, and selects rows where something can be done with several. */
export function ListTable<T extends RowData>({ list, bulk, ...props }: ListTableProps<T>): ReactNode {
  const t = useTranslations('list');
  const { columns, rows, rowKey } = props;
  const settings = useListSettings(list);
  const names = columns.map(({ name }) => name);
  const shown = shownColumns(names, settings.columns);
  const columnOf = new Map(columns.map((column) => [column.name, column]));
  const selected: RowSelectionState = Object.fromEntries(
    [...(bulk?.chosen.keys() ?? [])].map((id) => [id, true as const]),
  );
  const table = useTable<typeof features, T>({
    features,
    data: rows,
    columns: columns.map(({ name, heading }): ColumnDef<typeof features, T> => ({ id: name, header: heading })),
    getRowId: rowKey,
    enableRowSelection: ({ original }) => bulk?.isSelectable?.(original) ?? bulk !== undefined,
    state: {
      columnOrder: shown,
      columnVisibility: Object.fromEntries(names.map((name) => [name, shown.includes(name)])),
      rowSelection: selected,
    },
    onRowSelectionChange(updater: Updater<RowSelectionState>) {
      const next = typeof updater === 'function' ? updater(selected) : updater;
      const nameOf = new Map(rows.map((row) => [rowKey(row), bulk?.nameOf(row)]));
      const chosen = Object.keys(next).filter((id) => next[id]);
      bulk?.choose(new Map(chosen.map((id) => [id, bulk.chosen.get(id) ?? nameOf.get(id) ?? ''])));
    },
  });
  const marks: RowMarks<T> | undefined = bulk && {
    heading: (
      <span className={styles.selecting}>
        <input
          type="checkbox"
          aria-label={t('selectPage')}
          checked={table.getIsAllRowsSelected()}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      </span>
    ),
    mark(data) {
      const row = table.getRow(rowKey(data));
      return (
        row.getCanSelect() && (
          <span className={styles.selecting}>
            <input
              type="checkbox"
              aria-label={t('selectRow', { name: bulk.nameOf(data) })}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          </span>
        )
      );
    },
  };
  return (
    <>
      <div className={styles.head}>
        {bulk && <SelectionTools bulk={bulk} />}
        <ListTools list={list} columns={columns} />
      </div>
      <DataTable
        {...props}
        columns={table.getVisibleLeafColumns().flatMap(({ id }) => columnOf.get(id) ?? [])}
        marks={marks}
      />
    </>
  );
}
