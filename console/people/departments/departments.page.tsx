import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RowMenu } from '../../list/row-menu';
import { Button } from '../../ui/button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Person } from '../../ui/person';
import { DepartmentDialog } from './department-dialog';
import { type Department, keyAction, visibleRows } from './department-tree';
import dataTableStyles from '../../ui/data-table.module.css';
import twistStyles from '../../ui/twist.module.css';
import styles from './departments.module.css';

/** Of each level of the tree, in pixels. */
const INDENT = 26;

/** /departments: the tree of departments; each can be renamed, moved, deleted, and get others below it. */
export function DepartmentsPage(): ReactNode {
  const t = useTranslations('departments');
  const pages = useTranslations('pages');
  const address = useAddress();
  const tree = useRead('/api/departments/tree');
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('departments')}</PageTitle>
        <Button kind="primary" onClick={() => address.change({ edit: 'new', below: '' })}>
          {t('add')}
        </Button>
      </div>
      <Loaded read={tree}>
        {(departments) =>
          departments.length === 0 ? (
            <div className={dataTableStyles.tableEmpty}>
              <Empty href={address.with({ edit: 'new', below: '' })}>{t('empty')}</Empty>
            </div>
          ) : (
            <DepartmentTree departments={departments} />
          )
        }
      </Loaded>
      <DepartmentDialog />
    </>
  );
}

/** The tree by keyboard: arrow keys between rows, left and right fold, unfold and reach the menu. */
function DepartmentTree({ departments }: { departments: readonly Department[] }): ReactNode {
  const pages = useTranslations('pages');
  const grid = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const rows = visibleRows(departments, folded);
  const tabStop = Math.min(current, rows.length - 1);
  const rowAt = (at: number): HTMLElement | undefined =>
    grid.current?.querySelectorAll<HTMLElement>('[role="row"]')[at];
  const fold = (id: string, isFolded: boolean): void => {
    const next = new Set(folded);
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  const press = (event: KeyboardEvent, at: number): void => {
    const row = rowAt(at);
    // A dialog and a menu of a row have keys of their own.
    if (!(event.target instanceof Element) || event.target.closest('[role="dialog"], [role="menu"]')) return;
    if (event.target !== row) {
      if (event.key !== 'ArrowLeft' && event.key !== 'Escape') return;
      event.preventDefault();
      row?.focus();
      return;
    }
    const action = keyAction(event.key, at, rows, folded);
    if (action === null) return;
    event.preventDefault();
    if (action === 'menu') row.querySelector<HTMLElement>(`.${styles.departmentActions} button`)?.focus();
    else if ('fold' in action) fold(rows[at]?.department.id ?? '', action.fold);
    else rowAt(action.focus)?.focus();
  };
  return (
    <div ref={grid} className={clsx('card', styles.departmentTree)} role="treegrid" aria-label={pages('departments')}>
      {rows.map((row, at) => (
        <div
          key={row.department.id}
          role="row"
          className={styles.department}
          style={{ paddingInlineStart: (row.level - 1) * INDENT }}
          tabIndex={at === tabStop ? 0 : -1}
          aria-level={row.level}
          aria-posinset={row.place}
          aria-setsize={row.siblings}
          aria-expanded={row.department.children.length > 0 ? !folded.has(row.department.id) : undefined}
          onFocus={() => setCurrent(at)}
          onKeyDown={(event) => press(event, at)}
        >
          <Cells
            department={row.department}
            isFolded={folded.has(row.department.id)}
            onFold={(isFolded) => fold(row.department.id, isFolded)}
          />
        </div>
      ))}
    </div>
  );
}

interface CellsProps {
  department: Department;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}

function Cells({ department, isFolded, onFold }: CellsProps): ReactNode {
  const t = useTranslations('departments');
  const { name, code, managerId, manager, totalEmployeeCount, children } = department;
  return (
    <>
      <span role="gridcell" className={styles.departmentName}>
        {children.length > 0 ? (
          <button
            type="button"
            className={twistStyles.twist}
            tabIndex={-1}
            aria-expanded={!isFolded}
            aria-label={t('expand', { name })}
            onClick={() => onFold(!isFolded)}
          >
            <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span>
          </button>
        ) : (
          <span className={twistStyles.twist} />
        )}
        <span>
          {name} {code !== null && <span className="muted">{code}</span>}
        </span>
      </span>
      <span role="gridcell" className={clsx(styles.departmentHead, 'muted')}>
        {manager !== null && (
          <Person id={managerId} name={manager}>
            {t('headedBy', { name: manager })}
          </Person>
        )}
      </span>
      <span role="gridcell" className={clsx(styles.departmentCount, 'muted')}>
        {t('employees', { count: totalEmployeeCount })}
      </span>
      <span role="gridcell">
        <DepartmentActions department={department} />
      </span>
    </>
  );
}

function DepartmentActions({ department }: { department: Department }): ReactNode {
  const t = useTranslations('departments');
  const address = useAddress();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, employeeCount, children } = department;
  const isEmpty = employeeCount === 0 && children.length === 0;
  const remove = useSend(() => answered(api.DELETE('/api/departments/{id}', { params: { path: { id } } })), {
    refreshes: ['/api/departments'],
    onDone: () => notify({ kind: 'done', text: t('deleted', { name }) }),
  });
  return (
    <span className={styles.departmentActions}>
      <RowMenu
        name={name}
        actions={[
          { text: t('addBelow'), onAction: () => address.change({ edit: 'new', below: id }) },
          { text: t('edit'), onAction: () => address.change({ edit: id, below: '' }) },
          { text: t('delete'), onAction: () => setDeleting(true) },
        ]}
      />
      {isDeleting && isEmpty && (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          action={t('delete')}
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setDeleting(false) })}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteText')}</p>
        </ConfirmDialog>
      )}
      {isDeleting && !isEmpty && (
        <Dialog title={t('keepTitle', { name })} onClose={() => setDeleting(false)}>
          <div className="stack">
            <p>{t('keepText', { employees: employeeCount, departments: children.length })}</p>
            {employeeCount > 0 && (
              <p>
                <Link href={`/employees?department=${id}`}>{t('keepEmployees')}</Link>
              </p>
            )}
          </div>
        </Dialog>
      )}
    </span>
  );
}
